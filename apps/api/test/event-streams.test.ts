import { expect, test } from 'vitest';
import { openEventStream } from '@wusd/auth-core/sse';
import { transact } from '../src/platform/database/database.ts';
import { appendEvents } from '../src/platform/events/events.ts';
import { bearer, clientOf, eventually, signIn, startTwoNodes, type Tokens } from '../testing/harness.ts';

const { node, other } = await startTwoNodes();
const { services } = node.server;

interface Frame {
  id: string;
  data: Record<string, unknown>;
}

/** Reads `count` frames of a stream with the SDK's reader, and calls `act` once the stream is open. */
async function readFrames(
  tokens: Tokens,
  { count, lastEventId, act }: { count: number; lastEventId?: string; act?: (frames: Frame[]) => unknown },
): Promise<Frame[]> {
  const stop = new AbortController();
  const frames: Frame[] = [];
  const acted = Promise.withResolvers<unknown>();
  if (!act) acted.resolve(undefined);
  for await (const frame of openEventStream(`${node.baseUrl}/sse`, {
    auth: { getAccessToken: async () => tokens.access_token },
    signal: stop.signal,
    onOpen: () => {
      Promise.resolve(act?.(frames)).then(acted.resolve, (error: unknown) => {
        acted.reject(error);
        stop.abort();
      });
    },
    ...(lastEventId !== undefined && { lastEventId }),
  })) {
    frames.push(frame);
    if (frames.length === count) break;
  }
  stop.abort();
  await acted.promise;
  return frames;
}

/** Waits for the first frame. The query keeps the connection busy, since streams poll once a second. */
const firstOf = (frames: Frame[]): Promise<true> =>
  eventually(async () => {
    await services.db.selectFrom('clock').select('offset_ms').execute();
    return frames.length > 0 ? true : undefined;
  });

async function customerOf(tokens: Tokens): Promise<string> {
  return (await clientOf(node, tokens).user.getProfile()).userId;
}

const append = (customerId: string, count: string): Promise<void> =>
  transact(services.db, (trx) =>
    appendEvents(trx, services.clock, customerId, { type: 'wallet_account_updated', payload: { count } }),
  );

test.each(['1000', '9'.repeat(19)])(
  'a Last-Event-ID of %s beyond the last event is corrected, and its client is notified to read everything again',
  async (lastEventId) => {
    const tokens = await signIn(node);
    const { lastEventId: newest } = await clientOf(node, tokens).user.getAuthUser();
    const customerId = await customerOf(tokens);
    const [corrected, next] = await readFrames(tokens, {
      count: 2,
      lastEventId,
      act: (frames) => firstOf(frames).then(() => append(customerId, 'next')),
    });
    expect(corrected).toEqual({ id: newest, data: { type: 'wallet_account_updated' } });
    expect(next).toEqual({
      id: String(BigInt(newest) + 1n),
      data: { type: 'wallet_account_updated', count: 'next' },
    });
  },
);

test('an open stream whose event sequence falls back, as after a restore, is notified to read everything again', async () => {
  const tokens = await signIn(node);
  const customerId = await customerOf(tokens);
  await append(customerId, 'lost');
  const lost = BigInt((await clientOf(node, tokens).user.getAuthUser()).lastEventId);
  const [corrected, next] = await readFrames(tokens, {
    count: 2,
    lastEventId: String(lost),
    act: async (frames) => {
      await transact(services.db, async (trx) => {
        await trx.deleteFrom('event').where('customer_id', '=', customerId).where('seq', '=', String(lost)).execute();
        await trx
          .updateTable('customer')
          .set({ event_seq: String(lost - 1n) })
          .where('id', '=', customerId)
          .execute();
      });
      await firstOf(frames);
      await append(customerId, 'found');
    },
  });
  expect(corrected).toEqual({ id: String(lost - 1n), data: { type: 'wallet_account_updated' } });
  expect(next).toEqual({ id: String(lost), data: { type: 'wallet_account_updated', count: 'found' } });
});

test('a node admits ten of 200 concurrent streams of one customer, and ten again after they close (control 18)', async () => {
  const tokens = await signIn(node);
  const open = async (signal: AbortSignal): Promise<number> =>
    (await fetch(`${other.baseUrl}/sse`, { ...bearer(tokens), signal })).status;
  const openMany = (signal: AbortSignal): Promise<number[]> =>
    Promise.all(Array.from({ length: 200 }, () => open(signal)));

  const first = new AbortController();
  const statuses = await openMany(first.signal);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  first.abort();

  // These requests abort while their streams open. None may keep its place.
  const second = new AbortController();
  const broken = openMany(second.signal).catch(() => {});
  second.abort();
  await broken;

  const third = new AbortController();
  let admitted = 0;
  await eventually(async () => {
    if ((await open(third.signal)) === 200) admitted += 1;
    return admitted === 10 ? true : undefined;
  });
  expect(await open(third.signal)).toBe(429);
  third.abort();
});
