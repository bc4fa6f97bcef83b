import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { startDoubtedChain } from '../testing/doubted-chain.ts';

// Property test: whatever happens to a network and its providers, the ledger finally matches the chain.

const { networkId, evm, primary, secondary, node, address, connect, restart, setBoth, look } =
  await startDoubtedChain();

describe('a customer’s credit', () => {
  type Step =
    | { kind: 'deposit'; amount: number }
    | { kind: 'advance'; blocks: number }
    | { kind: 'reorg'; back: number }
    | { kind: 'lag'; blocks: number; whose: 'both' | 'one' }
    | { kind: 'lie' | 'down' | 'heal' | 'restart' };
  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 50 }) }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('advance' as const), blocks: fc.integer({ min: 1, max: 25 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('reorg' as const), back: fc.integer({ min: 1, max: 4 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('lag' as const),
          blocks: fc.integer({ min: 1, max: 30 }),
          whose: fc.constantFrom('both' as const, 'one' as const),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('lie' as const, 'down' as const, 'heal' as const) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    ),
    { minLength: 4, maxLength: 12 },
  );

  const posted = async (): Promise<bigint> => {
    const { total } = await node.server.services.db
      .selectFrom('crypto_transaction')
      .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
      .where('status', '=', 'completed')
      .where('network_id', '=', networkId)
      .executeTakeFirstOrThrow();
    return BigInt(total ?? 0) / 10n ** 18n;
  };
  const isCanonical = async (hash: Hex): Promise<boolean> =>
    evm.client.getTransactionReceipt({ hash }).then(
      () => true,
      () => false,
    );

  /** Snapshots of the chain before each step, for reorganisations. */
  let past: { id: Hex; height: bigint }[];

  async function apply(step: Step, sent: Map<Hex, number>): Promise<void> {
    const height = await evm.client.getBlockNumber();
    past.push({ id: await evm.client.snapshot(), height });
    switch (step.kind) {
      case 'deposit':
        return void sent.set(await evm.mint(address, String(step.amount)), step.amount);
      case 'advance':
        return evm.mine(step.blocks);
      case 'reorg': {
        // The last snapshot belongs to the current step.
        const [from] = past.splice(Math.max(0, past.length - 1 - step.back));
        if (!from) throw new Error('Nothing to go back to');
        await evm.client.revert({ id: from.id });
        return evm.mine(Number(height - from.height) + 1);
      }
      case 'lag': {
        const head = height > BigInt(step.blocks) ? height - BigInt(step.blocks) : 1n;
        return step.whose === 'both' ? setBoth({ head }) : secondary.set({ head });
      }
      case 'lie':
        return secondary.set({ forgedFrom: height > 10n ? height - 10n : 1n });
      case 'down':
        return primary.set({ isDown: true });
      case 'heal':
        return setBoth({});
      case 'restart':
        return restart();
    }
  }

  test('finally matches the chain, and falls only by the amount a reorganisation removed', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const sent = new Map<Hex, number>();
        const base = await posted();
        let credit = base;
        past = [];
        for (const step of sequence) {
          await apply(step, sent);
          await look();
          const now = await posted();
          // Only transactions that left the chain may be missing.
          let gone = 0;
          for (const [hash, amount] of sent) if (!(await isCanonical(hash))) gone += amount;
          expect(now, JSON.stringify(step)).toBeGreaterThanOrEqual(credit - BigInt(gone));
          credit = now;
        }
        setBoth({});
        await evm.mine(45);
        await look();
        await look();
        let held = 0;
        for (const [hash, amount] of sent) if (await isCanonical(hash)) held += amount;
        expect(await posted()).toBe(base + BigInt(held));
      }),
      { numRuns: Number(process.env['CHAIN_RUNS'] ?? 5), endOnFailure: true },
    );
    await connect();
  }, 300_000);
});
