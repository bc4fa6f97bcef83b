import type { Hex } from 'viem';

/**
 * A nonce on Tron: all inputs of a transfer's bytes besides the payout, so that signing a payout again gives the same
 * bytes.
 *
 * Format: `<expiration>:<height>:<id>`, e.g. `1764272345678:77412345:00aa11bb22cc33dd`, with the expiration in
 * milliseconds since 1970, and the reference block's height and bytes 8 to 16 of its id. Nonces of one sender have
 * different expirations, so that every payout has a unique transaction id.
 */
export interface TronNonce {
  /** In milliseconds since 1970. After a block with a later time, no block includes the transaction. */
  expiration: bigint;
  /** A block that the chain must contain to include the transaction. It was solid when the nonce was offered. */
  reference: { height: bigint; id: Hex };
}

const pattern = /^([1-9][0-9]{0,15}):(0|[1-9][0-9]{0,15}):([0-9a-f]{16})$/;

/** @param nonce its `reference.id` has 8 bytes */
export function formatNonce({ expiration, reference: { height, id } }: TronNonce): string {
  return `${expiration}:${height}:${id.slice(2)}`;
}

/** @throws TypeError if the text is not a nonce */
export function parseNonce(text: string): TronNonce {
  const [, expiration, height, id] = pattern.exec(text) ?? [];
  if (expiration === undefined || height === undefined || id === undefined) throw new TypeError('Not a nonce of Tron');
  return { expiration: BigInt(expiration), reference: { height: BigInt(height), id: `0x${id}` } };
}
