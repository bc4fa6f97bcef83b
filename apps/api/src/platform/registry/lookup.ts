/** A key that its registry lacks, e.g. database text that another version of the server wrote. */
export class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError';

  /** What the registry lists, e.g. `currency`. */
  readonly registry: string;
  readonly key: string | number;

  constructor(registry: string, key: string | number) {
    super(`Unknown ${registry} ${JSON.stringify(key)}`);
    this.registry = registry;
    this.key = key;
  }
}

/**
 * Reads a registry by a key that the compiler can't check: from the database, a file or another system.
 *
 * @param registry what the record lists, for the error
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
  if (!Object.hasOwn(record, key)) throw new UnknownKeyError(registry, key);
  return key as K;
}

/** Keys of a record that has no others than its type says. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[];
}
