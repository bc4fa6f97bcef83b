import { maxOf, minOf } from '@wusd/server-kit/bigints';

/** A declared deposit that no wire has closed yet. */
export interface Declared {
  /** Ids begin with their creation time, so the smaller id is older. */
  id: string;
  /** Minor units. */
  declared: bigint;
}

/** Allowed difference between a credit and the declared amount. */
export interface MatchingTolerance {
  /** Difference in both directions, in basis points of the declared amount. */
  basisPoints: number;
  /** Charges of intermediary banks in minor units, limited to half of the declared amount. */
  bankCharges: bigint;
}

/**
 * Returns the declaration that a credit matches: the oldest with exactly its amount, otherwise the nearest within the
 * tolerance.
 *
 * @returns undefined if no declaration matches; the credit then becomes a new deposit
 */
export function chooseDeclaration<D extends Declared>(
  open: readonly D[],
  amount: bigint,
  tolerance: MatchingTolerance,
): D | undefined {
  const distance = ({ declared }: Declared): bigint => absolute(amount - declared);
  const near = open.filter(({ declared }) => isWithin(declared, amount, tolerance));
  const [nearest] = near.toSorted(
    (one, another) => sign(distance(one) - distance(another)) || (one.id < another.id ? -1 : 1),
  );
  return nearest;
}

/** Whether a credit may be a declared wire after charges were deducted. */
export function isWithin(declared: bigint, amount: bigint, { basisPoints, bankCharges }: MatchingTolerance): boolean {
  const share = (declared * BigInt(basisPoints)) / 10_000n;
  if (amount >= declared) return amount - declared <= share;
  const charges = minOf(bankCharges, declared / 2n);
  return declared - amount <= maxOf(share, charges);
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const sign = (value: bigint): number => Number(value > 0n) - Number(value < 0n);
