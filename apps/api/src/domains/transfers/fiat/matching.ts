/** A declared deposit that its wire has not closed yet. */
export interface Declared {
  /** Begins with its time: of two, the smaller is the older. */
  id: string;
  /** Minor units. */
  declared: bigint;
}

/** How far a credit may be from what was declared and still close the declaration. */
export interface MatchingTolerance {
  /** Either way, in hundredths of a per cent of what was declared. */
  basisPoints: number;
  /** What banks on the way may keep, up to half of what was declared. Minor units. */
  bankCharges: bigint;
}

/**
 * The declaration that a credit closes: the oldest of exactly its amount, else the nearest within the tolerance.
 *
 * @returns undefined where none is near enough: the credit is a deposit of its own, and the declarations keep waiting
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
  const charges = least(bankCharges, declared / 2n);
  return declared - amount <= (share > charges ? share : charges);
}

const least = (one: bigint, another: bigint): bigint => (one < another ? one : another);
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const sign = (value: bigint): number => Number(value > 0n) - Number(value < 0n);
