import { formatMessage } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Trx } from '../database/database.ts';
import { insertAll } from '../database/rows.ts';
import { backoffMs } from '../jobs/backoff.ts';
import { isNotTried } from '../errors/gateway-error.ts';
import { createId } from '../ids.ts';
import { everything, type QueueRun } from '../jobs/run.ts';
import type { MailPort, SmsPort } from './channels.ts';
import type { Vault } from '../security/vault.ts';
import { fulfillAll, createBatcher } from '../batcher.ts';

export interface NewMessage {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** A one-time code in the text, for the sandbox to show. */
  code?: string;
}

/** A message to nobody is kept like any other, and never leaves. */
export type Enqueued = Omit<NewMessage, 'to'> & { to: string | undefined };

/** Puts a message into the outbox in the caller's transaction; it leaves only if that commits. */
export async function enqueueMessage(trx: Trx, clock: Clock, vault: Vault, ...messages: Enqueued[]): Promise<void> {
  const rows = messages.map((message) => {
    const id = createId('msg', clock);
    return {
      id,
      channel: message.channel,
      sealed: vault.seal(JSON.stringify(message), `message:${id}`),
      created_at: clock.now(),
      due_at: clock.now(),
      sent_at: message.to === undefined ? clock.now() : null,
    };
  });
  await insertAll(trx, 'message', rows);
}

/**
 * Puts a mail in its recipient's language into the outbox.
 *
 * @param id names both messages, `<id>.subject` and `<id>.email`
 */
export async function enqueueEmail(
  trx: Trx,
  clock: Clock,
  vault: Vault,
  { email, ...recipient }: Recipient & { email: string },
  id: string,
  values: Record<string, string | number>,
): Promise<void> {
  await enqueueMessage(trx, clock, vault, { channel: 'email', to: email, ...renderEmail(recipient, id, values) });
}

/** Whom a mail is written to. */
export interface Recipient {
  language: string;
  /** So that its reader can tell it from one that is not ours. */
  antiPhishingCode?: string | undefined;
}

/** Subject and text of a mail. */
export function renderEmail(
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
  gateways: { mail: MailPort; sms: SmsPort },
  options: RelayOptions = {},
): Promise<number> {
  const { channel, run = everything } = options;
  const sent = createBatcher({
    execute: async (ids: string[]) => {
      await db
        .updateTable('message')
        .set({ sent_at: clock.now() })
        .where('id', '=', sql<string>`any(${ids})`)
        .execute();
      return fulfillAll(ids.map(() => undefined));
    },
    maxBatchSize: atOnce,
    concurrency: 1,
  });
  const relay = async ({ id, sealed, attempts }: Taken): Promise<void> => {
    try {
      await send(JSON.parse(vault.open(sealed, `message:${id}`)) as NewMessage, id, gateways);
    } catch (error) {
      return postpone(db, clock, { id, attempts }, error, options);
    }
    await sent(id);
    if (attempts > 1) await run.succeeded(id);
  };
  for (let tried = 0; ;) {
    if (run.isStopping()) return tried;
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const taken = await takeSome(db, clock, channel);
    if (taken.length === 0) return tried;
    tried += taken.length;
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(taken.map(relay));
  }
}

export interface RelayOptions {
  /** Only this one, so that a gateway that hangs keeps no message of the other. @default both */
  channel?: NewMessage['channel'];
  run?: QueueRun;
  /** For the jitter of retries, from 0 to 1. @default Math.random */
  random?: () => number;
}

interface Taken {
  id: string;
  sealed: Buffer;
  /** This one included. */
  attempts: number;
}

async function postpone(
  db: Db,
  clock: Clock,
  { id, attempts }: Pick<Taken, 'id' | 'attempts'>,
  error: unknown,
  { run = everything, random = Math.random }: RelayOptions,
): Promise<void> {
  const isTried = !isNotTried(error);
  const waitMs = backoffMs(isTried ? attempts : 1, { firstMs: firstRetryMs, longestMs: longestRetryMs }, random);
  await db
    .updateTable('message')
    .set({ due_at: new Date(clock.now().getTime() + waitMs), attempts: isTried ? attempts : attempts - 1 })
    .where('id', '=', id)
    .execute();
  if (isTried) await run.failed(id, error, attempts);
}

function takeSome(db: Db, clock: Clock, channel: NewMessage['channel'] | undefined): Promise<Taken[]> {
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
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? 'email'))
        .where(isNoDeadMessage)
        .orderBy('due_at')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'sealed', 'attempts'])
    .execute();
}

const isNoDeadMessage = sql<boolean>`not exists (
  select from job_failure f
  where f.queue = 'messages:' || message.channel and f.item = message.id and f.dead_at is not null
)`;

function send(
  { channel, to, subject, text, code }: NewMessage,
  id: string,
  { mail, sms }: { mail: MailPort; sms: SmsPort },
): Promise<void> {
  const message = { id, to, subject, text, ...(code === undefined ? {} : { code }) };
  return channel === 'email' ? mail.send(message) : sms.send(message);
}
