import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { people, type Person, revertOf, startToken } from '../testing/token.ts';

const token = await startToken({ chainId: 8453 });
afterAll(() => token.stop());

const holders = ['ann', 'bob', 'burner'] as const;
type Holder = (typeof holders)[number];

type Step =
  | { call: 'mint'; to: Holder; value: bigint }
  | { call: 'burn'; value: bigint }
  | { call: 'transfer'; from: Holder; to: Holder; value: bigint }
  | { call: 'pause' }
  | { call: 'unpause' };

/** What the token should be after each step. */
class Model {
  isPaused = false;
  readonly balances: Record<Holder, bigint> = { ann: 0n, bob: 0n, burner: 0n };

  get supply(): bigint {
    return holders.reduce((sum, each) => sum + this.balances[each], 0n);
  }

  /** @returns the error that the token should revert with */
  apply(step: Step): string | undefined {
    if (step.call === 'pause' || step.call === 'unpause') return this.setPaused(step.call === 'pause');
    const { from, to } = {
      from: undefined,
      to: undefined,
      ...(step.call === 'burn' ? { from: 'burner' as const } : step),
    };
    if (this.isPaused) return 'EnforcedPause';
    if (from && this.balances[from] < step.value) return 'ERC20InsufficientBalance';
    if (from) this.balances[from] -= step.value;
    if (to) this.balances[to] += step.value;
    return undefined;
  }

  private setPaused(isPaused: boolean): string | undefined {
    if (this.isPaused === isPaused) return isPaused ? 'EnforcedPause' : 'ExpectedPause';
    this.isPaused = isPaused;
    return undefined;
  }
}

function send(step: Step): Promise<unknown> {
  if (step.call === 'mint') return token.send('minter', 'mint', people[step.to].address, step.value);
  if (step.call === 'burn') return token.send('burner', 'burnFrom', people.burner.address, step.value);
  if (step.call === 'transfer') return token.send(step.from, 'transfer', people[step.to].address, step.value);
  return token.send(step.call === 'pause' ? 'pauser' : 'admin', step.call);
}

const balances = async (names: readonly Person[]) => Promise.all(names.map((each) => token.balanceOf(each)));

const holder = fc.constantFrom(...holders);
const value = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 10n ** 24n));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ call: fc.constant('mint' as const), to: holder, value }) },
  { weight: 4, arbitrary: fc.record({ call: fc.constant('burn' as const), value }) },
  { weight: 5, arbitrary: fc.record({ call: fc.constant('transfer' as const), from: holder, to: holder, value }) },
  { weight: 1, arbitrary: fc.constant<Step>({ call: 'pause' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ call: 'unpause' }) },
);

test('after any calls, supply and balances are those of exact arithmetic, and a refused call changed nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const before = await token.client.snapshot();
      const model = new Model();
      for (const each of steps) {
        // oxlint-disable-next-line no-await-in-loop -- each call depends on those before it
        expect([each, await revertOf(send(each))]).toEqual([each, model.apply(each)]);
        // oxlint-disable-next-line no-await-in-loop -- as above
        expect(await token.supply()).toBe(model.supply);
      }
      expect(await balances(holders)).toEqual(holders.map((name) => model.balances[name]));
      await token.client.revert({ id: before });
    }),
    { numRuns: 20 },
  );
});
