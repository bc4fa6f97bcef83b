import { createHash } from 'node:crypto';
import type { Payout } from './payout-port.ts';

/** What a customer approves with a passkey: money that leaves for an address. */
export type ApprovedPayment = Pick<Payout, 'networkId' | 'to' | 'memo' | 'currency' | 'amount'>;

/** A customer's passkey has signed a payment's challenge (WebAuthn level 3, section 7.2). */
export interface PaymentAssertion {
  credentialId: Buffer;
  clientDataJson: Buffer;
  authenticatorData: Buffer;
  signature: Buffer;
  /** That the challenge was derived from. */
  nonce: Buffer;
}

/** Of a challenge's nonce, in bytes. */
export const challengeNonceLength = 32;

/**
 * The WebAuthn challenge that approves a payment. The server gives it to the customer's browser, and the signer derives it again from
 * the payout that it is to sign: an assertion over another payment has another challenge.
 *
 * @param nonce 32 random bytes, so that each challenge is new. No memo and an empty one are the same payment
 * @returns SHA-256 in base64url
 * @throws RangeError if the nonce has another length
 */
export function paymentChallenge(nonce: Uint8Array, payment: ApprovedPayment): string {
  if (nonce.length !== challengeNonceLength) throw new RangeError(`A nonce has ${challengeNonceLength} bytes`);
  return createHash('sha256').update(challengeText(nonce, payment)).digest('base64url');
}

/** JSON keeps the parts apart, whatever they hold; the first two keep the text apart from all else that is signed or hashed. */
function challengeText(nonce: Uint8Array, { networkId, to, memo, currency, amount }: ApprovedPayment): string {
  return JSON.stringify([
    'wusd payment challenge',
    1,
    Buffer.from(nonce).toString('hex'),
    networkId,
    to,
    memo ?? '',
    currency,
    String(amount),
  ]);
}
