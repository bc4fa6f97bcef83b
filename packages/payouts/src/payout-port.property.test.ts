import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exclusion, mayReplace, maySignAnew, type PayoutStatus } from './payout-port.ts';

// Models a network as `payout-port.ts` describes it, with one payout. At most one attempt is included, in whatever
// order attempts are signed, sent, dropped and included, and however far the queried node lags behind.

interface Attempt {
  nonce: number;
  kind: 'payout' | 'cancellation';
  /** Block of its inclusion. */
  block?: number;
}

const finalBlocks = 3;
const lifetimeBlocks = 5;

class Network {
  readonly attempts: Attempt[] = [];
  readonly exclusion: Exclusion;
  head = 0;
  /** Nonces used by other transactions, by block. */
  readonly foreign = new Map<number, number>();

  constructor(exclusion: Exclusion) {
    this.exclusion = exclusion;
  }

  /** On networks with expiry, the nonce is the last block that may include the attempt. */
  freshNonce(): number {
    return this.exclusion === 'expiry'
      ? this.head + lifetimeBlocks + this.attempts.length / 1000
      : Math.max(0, ...this.attempts.map(({ nonce }) => nonce), ...this.foreign.keys()) + 1;
  }

  #usedAt(nonce: number): number | undefined {
    const own = this.attempts.find((each) => each.nonce === nonce && each.block !== undefined);
    return own?.block ?? this.foreign.get(nonce);
  }

  #mayInclude({ nonce, block }: Attempt): boolean {
    if (block !== undefined) return false;
    return this.exclusion === 'expiry' ? this.head <= nonce : this.#usedAt(nonce) === undefined;
  }

  include(index: number): void {
    const attempt = this.attempts[index % Math.max(1, this.attempts.length)];
    if (attempt && this.#mayInclude(attempt)) attempt.block = this.head;
  }

  useElsewhere(): void {
    const nonce = this.attempts.at(-1)?.nonce;
    if (this.exclusion === 'nonce' && nonce !== undefined && this.#usedAt(nonce) === undefined)
      this.foreign.set(nonce, this.head);
  }

  /** Status according to a node that lags some blocks behind. */
  statusOf({ nonce, block }: Attempt, lag: number): PayoutStatus {
    const head = Math.max(0, this.head - lag);
    if (block !== undefined && block <= head) return { confirmations: head - block + 1, isReverted: false };
    const final = head - finalBlocks;
    if (this.exclusion === 'expiry') return final > nonce ? 'expired' : 'unknown';
    const used = this.#usedAt(nonce);
    return used !== undefined && used <= final ? 'displaced' : 'unknown';
  }
}

type Rules = { maySignAnew: typeof maySignAnew; mayReplace: typeof mayReplace };

const steps = fc.oneof(
  fc.record({
    act: fc.constant('sign' as const),
    lag: fc.nat(6),
    kind: fc.constantFrom('payout' as const, 'cancellation' as const),
  }),
  fc.record({ act: fc.constant('include' as const), index: fc.nat(5) }),
  fc.record({ act: fc.constant('blocks' as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ act: fc.constant('elsewhere' as const) }),
);

/** The wallet signs according to its rules. The network acts arbitrarily. */
const includedOnce = (rules: Rules) =>
  fc.property(fc.constantFrom<Exclusion>('nonce', 'expiry'), fc.array(steps, { maxLength: 40 }), (exclusion, taken) => {
    const network = new Network(exclusion);
    for (const step of taken) {
      if (step.act === 'blocks') network.head += step.count;
      else if (step.act === 'include') network.include(step.index);
      else if (step.act === 'elsewhere') network.useElsewhere();
      else {
        const latest = network.attempts.at(-1);
        const statuses = network.attempts
          .filter(({ kind }) => kind === 'payout')
          .map((attempt) => network.statusOf(attempt, step.lag));
        if (rules.maySignAnew(statuses)) network.attempts.push({ nonce: network.freshNonce(), kind: 'payout' });
        else if (latest && rules.mayReplace(exclusion, statuses.slice(-1)))
          network.attempts.push({ nonce: latest.nonce, kind: step.kind });
      }
    }
    const paid = network.attempts.filter(({ kind, block }) => kind === 'payout' && block !== undefined);
    return paid.length <= 1;
  });

test('includes at most one attempt of a payout', () => {
  fc.assert(includedOnce({ maySignAnew, mayReplace }), { numRuns: 2000 });
});

// Without one of the rules, the model finds a double payment.
test.each<[string, Partial<Rules>]>([
  [
    'what the network does not know is signed anew',
    { maySignAnew: (statuses) => statuses.every((each) => typeof each !== 'object') },
  ],
  ['what only expires is replaced', { mayReplace: (_exclusion, statuses) => mayReplace('nonce', statuses) }],
])('%s: paid twice', (_, lenient) => {
  const { failed } = fc.check(includedOnce({ maySignAnew, mayReplace, ...lenient }), { numRuns: 2000, seed: 31 });
  expect(failed).toBe(true);
});
