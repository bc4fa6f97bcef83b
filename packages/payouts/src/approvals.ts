import { ed25519 } from '@noble/curves/ed25519.js';
import type { SigningKey } from './keys/signing-key.ts';
import type { Payout } from './payout-port.ts';

/** The fields of a payout that an operator approves. */
export type ApprovedPayout = Pick<Payout, 'payoutId' | 'networkId' | 'to' | 'memo' | 'currency' | 'amount'>;

/** An operator's signature of a payout. */
export interface PayoutApproval {
  operator: string;
  /** Ed25519, 64 bytes in hexadecimal. */
  signature: string;
}

/** The signed text. JSON keeps the fields apart, whatever characters they contain. */
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
  // Strict RFC 8032 verification: the signature is valid for this text only.
  return ed25519.verify(bytes, approvalText(payout), key, { zip215: false });
}
