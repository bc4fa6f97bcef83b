import { setImmediate } from 'node:timers/promises';
import type { Hex } from '@wusd/payouts/evm/hex';

/** Maximum number of cached addresses. */
const maxEntries = 10_000;
/** Derivations between two turns of the event loop: each takes about a millisecond. */
const derivationsPerTurn = 50;

/** Derived addresses of customers' deposit keys. */
export interface DepositAddresses {
  of(keyIndex: bigint): Hex;
  /** Returns key indexes by address. Yields to the event loop while it derives many addresses. */
  ofAll(keyIndexes: Iterable<bigint>): Promise<Map<Hex, bigint>>;
}

/** Caches the latest addresses, because each derivation needs a multiplication on the curve. */
export function cacheDepositAddresses(derive: (keyIndex: bigint) => Hex): DepositAddresses {
  const cache = new Map<bigint, Hex>();
  const of = (keyIndex: bigint): Hex => {
    const cached = cache.get(keyIndex);
    if (cached !== undefined) return cached;
    const address = derive(keyIndex);
    cache.set(keyIndex, address);
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
    return address;
  };
  return {
    of,
    async ofAll(keyIndexes) {
      const indexOf = new Map<Hex, bigint>();
      for (const keyIndex of keyIndexes) {
        indexOf.set(of(keyIndex), keyIndex);
        if (indexOf.size % derivationsPerTurn === 0) await setImmediate();
      }
      return indexOf;
    },
  };
}
