import type { Clock } from '../clock.ts';
import { type Db, transact, type Trx } from '../database/database.ts';
import { createId } from '../ids.ts';
import type { Outside } from '../ports/index.ts';
import type { Vault } from '../security/vault.ts';

export interface NewMessage {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** A one-time code in the text, for the sandbox to show. */
  code?: string;
}

/** Puts a message into the outbox in the caller's transaction; it leaves only if that commits. */
export async function enqueueMessage(trx: Trx, clock: Clock, vault: Vault, message: NewMessage): Promise<void> {
  const id = createId('msg', clock);
  await trx
    .insertInto('message')
    .values({
      id,
      channel: message.channel,
      sealed: vault.seal(JSON.stringify(message), `message:${id}`),
      created_at: clock.now(),
      due_at: clock.now(),
    })
    .execute();
}

const firstRetryMs = 5000;
const longestRetryMs = 15 * 60_000;

/**
 * Sends what is due, one message a transaction. A message whose row can't be marked after sending is sent again under
 * the same id, by which the receiving side tells a repeat.
 *
 * @returns how many were tried
 */
export async function relayMessages(
  db: Db,
  clock: Clock,
  vault: Vault,
  outside: Pick<Outside, 'mail' | 'sms'>,
): Promise<number> {
  let tried = 0;
  // oxlint-disable-next-line no-await-in-loop -- one at a time keeps a slow gateway from holding many rows
  while (await relayOne(db, clock, vault, outside)) tried += 1;
  return tried;
}

function relayOne(db: Db, clock: Clock, vault: Vault, { mail, sms }: Pick<Outside, 'mail' | 'sms'>): Promise<boolean> {
  return transact(db, async (trx) => {
    const row = await trx
      .selectFrom('message')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('due_at', '<=', clock.now())
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    const { to, subject, text, code } = JSON.parse(vault.open(row.sealed, `message:${row.id}`)) as NewMessage;
    const message = { id: row.id, to, subject, text, ...(code === undefined ? {} : { code }) };
    const sent = await (row.channel === 'email' ? mail.send(message) : sms.send(message)).then(
      () => true,
      () => false,
    );
    const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** row.attempts);
    await trx
      .updateTable('message')
      .set(
        sent
          ? { sent_at: clock.now() }
          : { attempts: row.attempts + 1, due_at: new Date(clock.now().getTime() + wait) },
      )
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}
