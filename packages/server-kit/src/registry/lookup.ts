/** A key that its registry lacks, e.g. text in the database that another version of the server wrote. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';

  /** Kind of the registry's keys, e.g. `currency`. */
  readonly registry: string;
  readonly key: string | number;

  constructor(registry: string, key: string | number) {
    super(`Unknown ${registry} ${JSON.stringify(key)}`);
    this.registry = registry;
    this.key = key;
  }
}

/**
 * Looks up a key that the compiler can't check, because it comes from the database, a file or another system.
 *
 * @param registry kind of the keys, for the error
 * @throws UnknownKeyError
 */
export function lookUp<K extends string | number, V>(
  registry: string,
  record: Readonly<Record<K, V>>,
  key: string | number,
): V {
  return record[requireKey(registry, record, key)];
}

/** @throws UnknownKeyError */
export function requireKey<K extends string | number>(
  registry: string,
  record: Readonly<Record<K, unknown>>,
  key: string | number,
): K {
  if (!isKeyOf(record, key)) throw new UnknownKeyError(registry, key);
  return key;
}

function isKeyOf<K extends string | number>(record: Readonly<Record<K, unknown>>, key: string | number): key is K {
  return Object.hasOwn(record, key);
}

/** Keys of a record that has no keys beyond its type. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller promises that no other keys exist
  return Object.keys(record) as (keyof T & string)[];
}

/** Returns the value if the list of literals contains it, e.g. a reason code; undefined otherwise. */
export function memberOf<T extends string | number>(list: readonly T[], value: unknown): T | undefined {
  return list.find((each) => each === value);
}

/** Returns the value of a key that the map must contain. @throws Error */
export function getOrThrow<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The map has no ${String(key)}`);
  return value;
}
