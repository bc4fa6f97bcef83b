import fc from 'fast-check';
import { type Address, type Hex, RpcRequestError } from 'viem';
import { expect, test } from 'vitest';
import { createLogReader } from './logs.ts';

// Simulates a provider with its own limits: `getLogs` accepts or rejects a range.

const token: Address = `0x${'aa'.repeat(20)}`;
const address = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`;

interface Limits {
  blocks: number;
  logs: number;
}
type Log = { blockNumber: bigint; to: Hex };
type Client = Parameters<ReturnType<typeof createLogReader>['logs']>[0];

function providerOf(all: readonly Log[], { blocks, logs }: Limits) {
  const asked = { accepted: 0, rejected: 0, recipients: [] as number[] };
  const getLogs = async ({
    fromBlock,
    toBlock,
    args,
  }: {
    fromBlock: bigint;
    toBlock: bigint;
    args?: { to: Hex[] };
  }) => {
    const found = all.filter(
      ({ blockNumber, to }) =>
        blockNumber >= fromBlock && blockNumber <= toBlock && (args === undefined || args.to.includes(to)),
    );
    if (toBlock - fromBlock >= BigInt(blocks) || found.length > logs) {
      asked.rejected += 1;
      const error = { code: -32_005, message: `query returned more than ${logs} results` };
      throw new RpcRequestError({ body: {}, error, url: 'http://node.example' });
    }
    asked.accepted += 1;
    asked.recipients.push(args?.to.length ?? 0);
    return found;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of a client that is asked
  return { asked, client: { getLogs } as unknown as Client };
}

test('reads every log of a range once and in order, whatever the limits of the provider', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt(0n, 3000n), { maxLength: 60 }),
      fc.record({ blocks: fc.integer({ min: 1, max: 2000 }), logs: fc.integer({ min: 60, max: 100 }) }),
      fc.tuple(fc.bigInt(0n, 3000n), fc.bigInt(0n, 3000n)),
      async (heights, limits, [one, other]) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const all = heights.toSorted((a, b) => Number(a - b)).map((blockNumber) => ({ blockNumber, to: address(1) }));
        const { client } = providerOf(all, limits);
        expect(await createLogReader([token]).logs(client, from, to, [address(1)])).toEqual(
          all.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to),
        );
      },
    ),
  );
});

test('does not repeat a rejected range size for each following range', async () => {
  const { client, asked } = providerOf([], { blocks: 10, logs: 100 });
  const reader = createLogReader([token]);
  await reader.logs(client, 0n, 999n, [address(1)]);
  // Seven rejections until the range is small enough, and two when it grows again.
  expect(asked.rejected).toBe(9);
  expect(reader.blocks()).toBeLessThanOrEqual(14n);
  asked.rejected = 0;
  await reader.logs(client, 1000n, 1999n, [address(1)]);
  // The reader tries a larger range after fifty accepted requests.
  expect(asked.rejected).toBeLessThanOrEqual(3);
});

test('returns to the full range some time after a provider lifts its limits', async () => {
  const limits = { blocks: 100, logs: 100 };
  const { client } = providerOf([], limits);
  const reader = createLogReader([token]);
  await reader.logs(client, 0n, 999n, [address(1)]);
  expect(reader.blocks()).toBe(62n);
  limits.blocks = 10_000;
  const { client: generous } = providerOf([], limits);
  await reader.logs(generous, 0n, 99_999n, [address(1)]);
  expect(reader.blocks()).toBe(1000n);
});

test('filters by recipients in groups of five hundred, and reads all transfers for more than five thousand', async () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => address(index + 1));
  const { client, asked } = providerOf([{ blockNumber: 5n, to: address(9000) }], { blocks: 1000, logs: 100 });
  const reader = createLogReader([token]);
  expect(await reader.logs(client, 0n, 9n, addresses(1200))).toEqual([]);
  expect(asked.recipients).toEqual([500, 500, 200]);
  expect(await reader.logs(client, 0n, 9n, addresses(5001))).toHaveLength(1);
  expect(asked.recipients).toEqual([500, 500, 200, 0]);
  expect(await reader.logs(client, 0n, 9n, [])).toEqual([]);
  expect(asked.accepted).toBe(4);
});

test('fails the scan if a provider rejects a single block or is unreachable', async () => {
  const { client } = providerOf([], { blocks: 0, logs: 0 });
  await expect(createLogReader([token]).logs(client, 0n, 9n, [address(1)])).rejects.toThrow('RPC Request failed');
  const gone = { getLogs: () => Promise.reject(new TypeError('fetch failed')) };
  await expect(createLogReader([token]).logs(gone, 0n, 9n, [address(1)])).rejects.toThrow('fetch failed');
});
