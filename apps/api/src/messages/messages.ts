import { formatMessage } from '@wusd/i18n/server';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../database/database.ts';
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

/**
 * Puts a mail in its recipient's language into the outbox.
 *
 * @param id names both messages, `<id>.subject` and `<id>.email`
 */
export async function enqueueMail(
  trx: Trx,
  clock: Clock,
  vault: Vault,
  { email, ...recipient }: Recipient & { email: string },
  id: string,
  values: Record<string, string | number>,
): Promise<void> {
  await enqueueMessage(trx, clock, vault, { channel: 'email', to: email, ...mailOf(recipient, id, values) });
}

/** Whom a mail is written to. */
export interface Recipient {
  language: string;
  /** So that its reader can tell it from one that is not ours. */
  antiPhishingCode?: string | undefined;
}

/** Subject and text of a mail. */
export function mailOf(
  { language, antiPhishingCode: code }: Recipient,
  id: string,
  values: Record<string, string | number>,
): { subject: string; text: string } {
  return {
    subject: formatMessage(language, `${id}.subject`, values),
    text:
      formatMessage(language, `${id}.email`, values) +
      (code === undefined ? '' : `\n\n${formatMessage(language, 'message.antiPhishing', { code })}`),
  };
}

const firstRetryMs = 5000;
const longestRetryMs = 15 * 60_000;
/** How long a message belongs to the node that took it. Longer than a gateway may take to answer. */
const leaseMs = 60_000;

/**
 * Sends what is due. A message is taken by moving its due time, in a transaction of its own, and sent between commits: a slow
 * gateway holds no lock. A node that dies after sending and before recording it leaves the message to be sent again under
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
  for (let tried = 0; ; tried += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time, in their order
    const row = await takeOne(db, clock);
    if (!row) return tried;
    // oxlint-disable-next-line no-await-in-loop
    const isSent = await send(JSON.parse(vault.open(row.sealed, `message:${row.id}`)) as NewMessage, row.id, outside);
    const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (row.attempts - 1));
    // oxlint-disable-next-line no-await-in-loop
    await db
      .updateTable('message')
      .set(isSent ? { sent_at: clock.now() } : { due_at: new Date(clock.now().getTime() + wait) })
      .where('id', '=', row.id)
      .execute();
  }
}

function takeOne(db: Db, clock: Clock): Promise<{ id: string; sealed: Buffer; attempts: number } | undefined> {
  const now = clock.now();
  return db
    .updateTable('message')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: new Date(now.getTime() + leaseMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'sealed', 'attempts'])
    .executeTakeFirst();
}

function send(
  { channel, to, subject, text, code }: NewMessage,
  id: string,
  { mail, sms }: Pick<Outside, 'mail' | 'sms'>,
): Promise<boolean> {
  const message = { id, to, subject, text, ...(code === undefined ? {} : { code }) };
  return (channel === 'email' ? mail.send(message) : sms.send(message)).then(
    () => true,
    () => false,
  );
}
