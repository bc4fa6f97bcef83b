import { formatMessage } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { insertAll } from '../database/rows.ts';
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
export async function enqueueMessage(trx: Trx, clock: Clock, vault: Vault, ...messages: NewMessage[]): Promise<void> {
  const rows = messages.map((message) => {
    const id = createId('msg', clock);
    return {
      id,
      channel: message.channel,
      sealed: vault.seal(JSON.stringify(message), `message:${id}`),
      created_at: clock.now(),
      due_at: clock.now(),
    };
  });
  await insertAll(trx, 'message', rows);
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
/** How many are taken at once, and sent at once. */
const atOnce = 10;
/** How long messages belong to the node that took them. Longer than a gateway may take to answer, each being asked at the same time. */
const leaseMs = 60_000;

/**
 * Sends what is due, the oldest first and a few at the same time. Messages are taken by moving their due time, in a transaction of its
 * own, and sent between commits: a slow gateway holds no lock. A node that dies after sending and before recording it leaves them to be
 * sent again under the same ids, by which the receiving side tells a repeat.
 *
 * @returns how many were tried
 */
export async function relayMessages(
  db: Db,
  clock: Clock,
  vault: Vault,
  outside: Pick<Outside, 'mail' | 'sms'>,
): Promise<number> {
  for (let tried = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const taken = await takeSome(db, clock);
    if (taken.length === 0) return tried;
    tried += taken.length;
    // oxlint-disable-next-line no-await-in-loop
    const sent = await Promise.all(
      taken.map(({ id, sealed }) => send(JSON.parse(vault.open(sealed, `message:${id}`)) as NewMessage, id, outside)),
    );
    const left = taken.filter((_, index) => sent[index]).map(({ id }) => id);
    const now = clock.now();
    // oxlint-disable-next-line no-await-in-loop
    await db
      .updateTable('message')
      .set({ sent_at: now })
      .where('id', '=', sql<string>`any(${left})`)
      .execute();
    for (const { id, attempts } of taken.filter((_, index) => !sent[index])) {
      const wait = Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1));
      // oxlint-disable-next-line no-await-in-loop
      await db
        .updateTable('message')
        .set({ due_at: new Date(now.getTime() + wait) })
        .where('id', '=', id)
        .execute();
    }
  }
}

function takeSome(db: Db, clock: Clock): Promise<{ id: string; sealed: Buffer; attempts: number }[]> {
  const now = clock.now();
  return db
    .updateTable('message')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: new Date(now.getTime() + leaseMs) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'sealed', 'attempts'])
    .execute();
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
