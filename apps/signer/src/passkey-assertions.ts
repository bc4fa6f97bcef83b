import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { paymentChallenge } from '@wusd/payouts/payment-challenge';
import type { KnownCredential } from './credentials.ts';
import type { OrderedAssertion, OrderedPayout } from './ordered-payouts.ts';

/** The relying party of passkeys (WebAuthn level 3). */
export interface RelyingParty {
  /** Domain that passkeys belong to. */
  rpId: string;
  /** Origins of pages that may use passkeys. */
  origins: readonly string[];
}

/** Result of the signer's verification of an order's assertion. */
export interface VerifiedAssertion {
  credentialId: Buffer;
  /** SHA-256 challenge, derived from the ordered payout. */
  challenge: Buffer;
  /** Whether the customer's passkey has approved exactly the ordered payout. */
  isValid: boolean;
  /** Time since which the signer has known the passkey. */
  knownSince: Date | undefined;
}

/**
 * Verifies an assertion over the ordered payout (WebAuthn level 3, section 7.2).
 *
 * @param known undefined if the signer does not know the passkey
 */
export async function verifyAssertion(
  relyingParty: RelyingParty,
  order: OrderedPayout,
  assertion: OrderedAssertion,
  known: KnownCredential | undefined,
): Promise<VerifiedAssertion> {
  const { credentialId, customerId, nonce } = assertion;
  const challenge = paymentChallenge(nonce, order);
  const isOwn = known !== undefined && known.customerId === customerId;
  return {
    credentialId,
    challenge: Buffer.from(challenge, 'base64url'),
    isValid: isOwn && (await isSigned(relyingParty, assertion, challenge, known)),
    knownSince: known?.firstSeenAt,
  };
}

async function isSigned(
  { rpId, origins }: RelyingParty,
  { clientDataJson, authenticatorData, signature }: OrderedAssertion,
  challenge: string,
  { credentialId, publicKey }: KnownCredential,
): Promise<boolean> {
  const id = credentialId.toString('base64url');
  const response = {
    clientDataJSON: clientDataJson.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signature.toString('base64url'),
  };
  const { verified } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: true,
    // Sign counts are not compared, because a challenge approves only one payout. The server compares them.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    // The library throws if anything except the signature is wrong.
  }).catch(() => ({ verified: false }));
  return verified;
}
