import { ed25519 } from '@noble/curves/ed25519.js';
import type { SigningKey } from './keys/signing-key.ts';
import type { Payout } from './payout-port.ts';

/** What an operator approves: money that leaves for an address. */
export type ApprovedPayout = Pick<Payout, 'payoutId' | 'networkId' | 'to' | 'memo' | 'currency' | 'amount'>;

/** An operator's signature under a payout. */
export interface PayoutApproval {
  operator: string;
  /** Ed25519, 64 bytes in hexadecimal. */
  signature: string;
}

/** The text that is signed. JSON keeps its parts apart, whatever they hold. */
function approvalText({ payoutId, networkId, to, memo, currency, amount }: ApprovedPayout): Uint8Array {
  const text = JSON.stringify([
    'wusd payout approval',
    1,
    payoutId,
    networkId,
    to,
    memo ?? '',
    currency,
    String(amount),
  ]);
  return new TextEncoder().encode(text);
}

/** @returns the signature in hexadecimal */
export async function approvePayout(key: SigningKey<'ed25519'>, payout: ApprovedPayout): Promise<string> {
  return Buffer.from(await key.sign(approvalText(payout))).toString('hex');
}

/** @param publicKey Ed25519, in hexadecimal */
export function isApprovedBy(publicKey: string, payout: ApprovedPayout, signature: string): boolean {
  const [key, bytes] = [publicKey, signature].map((each) => Uint8Array.from(Buffer.from(each, 'hex')));
  if (key?.length !== 32 || bytes?.length !== 64) return false;
  // RFC 8032 strictly, so that no other text has the same signature.
  return ed25519.verify(bytes, approvalText(payout), key, { zip215: false });
}
