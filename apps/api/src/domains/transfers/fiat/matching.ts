import { maxOf, minOf } from '@wusd/server-kit/bigints';

/** A declared deposit that its wire has not closed yet. */
export interface Declared {
  /** Ids begin with their time: the smaller of two is older. */
  id: string;
  /** Minor units. */
  declared: bigint;
}

/** How far a credit may differ from the declared amount and still match. */
export interface MatchingTolerance {
  /** More or less, in basis points of the declared amount. */
  basisPoints: number;
  /** Charges of intermediary banks, up to half of the declared amount. Minor units. */
  bankCharges: bigint;
}

/**
 * The declaration that a credit matches: the oldest of exactly its amount, else the nearest within
 * the tolerance.
 *
 * @returns undefined where none matches: the credit becomes a deposit of its own
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

/** Whether a credit may be a declared wire, its charges deducted. */
export function isWithin(declared: bigint, amount: bigint, { basisPoints, bankCharges }: MatchingTolerance): boolean {
  const share = (declared * BigInt(basisPoints)) / 10_000n;
  if (amount >= declared) return amount - declared <= share;
  const charges = minOf(bankCharges, declared / 2n);
  return declared - amount <= maxOf(share, charges);
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const sign = (value: bigint): number => Number(value > 0n) - Number(value < 0n);
