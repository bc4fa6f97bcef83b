import type { Vault } from './vault.ts';

/** Encrypts JSON documents of one type, each bound to the row that contains it. */
export interface SealedDocument<T> {
  /** @param key identifies the row, e.g. its id */
  seal(vault: Vault, value: T, ...key: string[]): Buffer;
  open(vault: Vault, sealed: Buffer, ...key: string[]): T;
  /** Re-encrypts the document under the current key. @returns undefined if it already uses that key */
  reseal(vault: Vault, sealed: Buffer, ...key: string[]): Buffer | undefined;
}

/** @param kind start of the encryption context that binds a document to its row; unique for each type of document */
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
