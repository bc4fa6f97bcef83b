import { createHash } from 'node:crypto';
import type { Payout } from './payout-port.ts';

/** The fields of a payment that a customer approves with a passkey. */
export type ApprovedPayment = Pick<Payout, 'networkId' | 'to' | 'memo' | 'currency' | 'amount'>;

/** A passkey's signature of a payment's challenge (WebAuthn level 3, section 7.2). */
export interface PaymentAssertion {
  credentialId: Buffer;
  clientDataJson: Buffer;
  authenticatorData: Buffer;
  signature: Buffer;
  /** Nonce of the challenge. */
  nonce: Buffer;
}

/** In bytes. */
export const challengeNonceLength = 32;

/**
 * The WebAuthn challenge that approves a payment. The server sends it to the customer's browser. The signer derives it
 * again from the payout, so an assertion for another payment does not match.
 *
 * @param nonce 32 random bytes, which make each challenge unique
 * @param payment no memo and an empty memo are equal
 * @returns SHA-256 in base64url
 * @throws RangeError if the nonce has another length
 */
export function paymentChallenge(nonce: Uint8Array, payment: ApprovedPayment): string {
  if (nonce.length !== challengeNonceLength) throw new RangeError(`A nonce has ${challengeNonceLength} bytes`);
  return createHash('sha256').update(challengeText(nonce, payment)).digest('base64url');
}

/**
 * JSON keeps the fields apart, whatever characters they contain. The first two fields distinguish the text from all
 * other signed or hashed texts.
 */
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
