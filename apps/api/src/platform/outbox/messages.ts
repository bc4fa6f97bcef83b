import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../database/database.ts';
import { insertAll } from '../database/rows.ts';
import { backoffMs } from '../jobs/backoff.ts';
import { isNotTried } from '../errors/gateway-error.ts';
import { createId } from '../ids.ts';
import { everything, type QueueRun } from '../jobs/run.ts';
import type { MailPort, SmsPort } from './channels.ts';
import { composeMail, type MailContent, type Recipient, toText } from './mails.ts';
import type { Vault } from '../security/vault.ts';
import { fulfillAll, createBatcher } from '../batcher.ts';
import { sealedDocument } from '../security/sealed-document.ts';

export interface NewMessage {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  /** The one-time code in the text, which the sandbox shows. */
  code?: string;
  /** Source of an email's HTML. */
  content?: MailContent;
}

/** A message without a recipient is stored but never sent. */
export type Enqueued = Omit<NewMessage, 'to'> & { to: string | undefined };

const sealedMessages = sealedDocument<Enqueued>('message');

/** Enqueues messages in the caller's transaction. They are sent only if it commits. */
export async function enqueueMessage(trx: Trx, clock: Clock, vault: Vault, ...messages: Enqueued[]): Promise<void> {
  const rows = messages.map((message) => {
    const id = createId('msg', clock);
    return {
      id,
      channel: message.channel,
      sealed: sealedMessages.seal(vault, message, id),
      created_at: clock.now(),
      due_at: clock.now(),
      sent_at: message.to === undefined ? clock.now() : null,
    };
  });
  await insertAll(trx, 'message', rows);
}

/**
 * Enqueues an email in its recipient's language.
 *
 * @param id prefix of both messages, `<id>.subject` and `<id>.email`
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

/** Renders the subject and text of an email, and the content for its HTML. */
export function renderEmail(
  recipient: Recipient,
  id: string,
  values: Record<string, string | number>,
): { subject: string; text: string; content: MailContent } {
  const content = composeMail(recipient, id, values);
  return { subject: content.subject, text: toText(content), content };
}

const firstRetryMs = 5000;
const longestRetryMs = 15 * 60_000;
/** Messages that are leased and sent at the same time. */
const atOnce = 10;
/** Duration of a lease on messages: longer than a gateway's timeout. */
const leaseMs = 60_000;

/**
 * Sends due messages, oldest first and a few at a time. A separate transaction leases a message by moving its due
 * time, and the message is sent outside of any transaction, so a slow gateway holds no lock. If a node dies between
 * sending and recording, the message is sent again with the same id, by which the recipient system recognises the
 * repeat.
 *
 * @returns the number of attempts
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
      const message = sealedMessages.open(vault, sealed, id);
      if (message.to !== undefined) await send({ ...message, to: message.to }, id, gateways);
    } catch (error) {
      return postpone(db, clock, { id, attempts }, error, options);
    }
    await sent(id);
    if (attempts > 1) await run.succeeded(id);
  };
  for (let tried = 0; ;) {
    if (run.isStopping()) return tried;
    const taken = await takeSome(db, clock, channel);
    if (taken.length === 0) return tried;
    tried += taken.length;
    await Promise.all(taken.map(relay));
  }
}

export interface RelayOptions {
  /** The only channel to use, so that a hanging gateway delays no message of the other. @default both */
  channel?: NewMessage['channel'];
  run?: QueueRun;
  /** For the jitter of retries, from 0 to 1. @default Math.random */
  random?: () => number;
}

interface Taken {
  id: string;
  sealed: Buffer;
  /** Attempts, including this one. */
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
  { channel, to, subject, text, code, content }: NewMessage,
  id: string,
  { mail, sms }: { mail: MailPort; sms: SmsPort },
): Promise<void> {
  const message = { id, to, subject, text, ...(code === undefined ? {} : { code }) };
  return channel === 'email' ? mail.send({ ...message, ...(content && { content }) }) : sms.send(message);
}
