import type { Vault } from './vault.ts';

/** JSON documents of one type, each sealed for the row that holds it. */
export interface SealedDocument<T> {
  /** @param key identifies the row, e.g. its id */
  seal(vault: Vault, value: T, ...key: string[]): Buffer;
  open(vault: Vault, sealed: Buffer, ...key: string[]): T;
  /** The document under the current key; undefined where it already is. */
  reseal(vault: Vault, sealed: Buffer, ...key: string[]): Buffer | undefined;
}

/** @param kind begins the context that each document is bound to. No two types of documents may share one. */
export function sealedDocument<T>(kind: string): SealedDocument<T> {
  const contextOf = (key: readonly string[]): string => [kind, ...key].join(':');
  return {
    seal: (vault, value, ...key) => vault.seal(JSON.stringify(value), contextOf(key)),
    // The vault authenticates the context, and only `seal` above writes documents of this kind, so the text is a T.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- authenticated as what `seal` took
    open: (vault, sealed, ...key) => JSON.parse(vault.open(sealed, contextOf(key))) as T,
    reseal: (vault, sealed, ...key) => vault.reseal(sealed, contextOf(key)),
  };
}
