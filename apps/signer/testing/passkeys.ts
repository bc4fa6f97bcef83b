import { createPasskeyDouble, type PasskeyDouble } from '@wusd/api/testing/passkey-double';
import { type ApprovedPayment, paymentChallenge } from '@wusd/payouts/payment-challenge';
import { randomBytes } from 'node:crypto';
import { networkId, type TestSigner, wusd } from './signer.ts';

type Application = Pick<TestSigner, 'application' | 'customer'>;

/** Adds a passkey of the customer with the application's login. */
export async function addPasskey(
  { application, customer, services }: TestSigner,
  double: PasskeyDouble = createPasskeyDouble(),
): Promise<PasskeyDouble> {
  await application.query(
    `insert into passkey (id, customer_id, credential_id, public_key, sign_count, is_backup_eligible, is_synced,
       transports, name, created_at)
     values ($1, $2, $3, $4, 0, true, true, '[]', 'phone', $5)`,
    [`pky_${double.id}`, customer.id, Buffer.from(double.id, 'base64url'), double.publicKey, services.clock.now()],
  );
  return double;
}

/**
 * Columns of a row starting with the credential id, followed by client data, authenticator data, signature and nonce.
 */
export type StoredAssertion = readonly Buffer[];

/**
 * Approves a payment with a passkey.
 *
 * @param changes deviations of the authenticator and the browser, e.g. another origin
 */
export function assertionOver(
  double: PasskeyDouble,
  approved: Partial<ApprovedPayment>,
  changes: Parameters<PasskeyDouble['get']>[1] = {},
): StoredAssertion {
  const nonce = randomBytes(32);
  const payment = { networkId, to: '0xknown', currency: 'WUSD', amount: wusd(10), ...approved };
  const challenge = paymentChallenge(nonce, payment);
  const { id, clientDataJSON, authenticatorData, signature } = double.get({ challenge }, changes);
  const texts = [id, clientDataJSON, authenticatorData, signature];
  return [...texts.map((text) => Buffer.from(text, 'base64url')), nonce];
}

/** Stores the assertion of an ordered payout with the application's login. */
export async function storeAssertion(
  { application, customer }: Application,
  payoutId: string,
  stored: StoredAssertion,
): Promise<void> {
  await application.query('insert into payout_assertion values ($1, $2, $3, $4, $5, $6, $7)', [
    customer.id,
    payoutId,
    ...stored,
  ]);
}

/** Approves a payout with a passkey and stores the assertion. */
export async function approveByPasskey(
  signer: Application,
  double: PasskeyDouble,
  { payoutId, ...approved }: Partial<ApprovedPayment> & { payoutId: string },
  changes: Parameters<PasskeyDouble['get']>[1] = {},
): Promise<StoredAssertion> {
  const stored = assertionOver(double, approved, changes);
  await storeAssertion(signer, payoutId, stored);
  return stored;
}
