import type { Clock } from '@wusd/server-kit/clock';
import type { Logger } from '@wusd/server-kit/logging';
import type { Db } from './database/database.ts';
import type { Credential, OrderedAssertion, ProductReader } from './ordered-payouts.ts';
import { createScan } from './scan.ts';

/** A passkey with the values that the signer first read. */
export interface KnownCredential extends Credential {
  firstSeenAt: Date;
}

/**
 * Records passkeys that are new to the signer with the current time. Known passkeys remain unchanged.
 *
 * @returns passkeys that differ from the signer's record: another public key or another customer
 */
async function recordCredentials(db: Db, clock: Clock, credentials: readonly Credential[]): Promise<Credential[]> {
  if (credentials.length === 0) return [];
  const first_seen_at = clock.now();
  await db
    .insertInto('credential')
    .values(
      credentials.map(({ credentialId, publicKey, customerId }) => ({
        credential_id: credentialId,
        public_key: publicKey,
        customer_id: customerId,
        first_seen_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ids = credentials.map(({ credentialId }) => credentialId);
  const known = new Map((await findKnown(db, ids)).map((each) => [each.credentialId.toString('hex'), each]));
  return credentials.filter(({ credentialId, publicKey, customerId }) => {
    const first = known.get(credentialId.toString('hex'));
    return first && (first.customerId !== customerId || !first.publicKey.equals(publicKey));
  });
}

async function findKnown(db: Db, ids: readonly Buffer[]): Promise<KnownCredential[]> {
  const rows = await db.selectFrom('credential').selectAll().where('credential_id', 'in', ids).execute();
  return rows.map((row) => ({
    credentialId: row.credential_id,
    publicKey: row.public_key,
    customerId: row.customer_id,
    firstSeenAt: row.first_seen_at,
  }));
}

/**
 * Records the passkey of an assertion if it is new. A passkey that the customer has since removed remains known.
 *
 * @returns undefined if neither the signer nor the product knows the passkey, or if the product's row differs from the
 * signer's record
 */
export async function noteCredential(
  db: Db,
  product: ProductReader,
  clock: Clock,
  assertion: OrderedAssertion,
): Promise<KnownCredential | undefined> {
  const credential = await product.findCredential(assertion);
  const changed = await recordCredentials(db, clock, credential ? [credential] : []);
  if (changed.length > 0) return undefined;
  const [known] = await findKnown(db, [assertion.credentialId]);
  return known;
}

/** Creates a scan of the passkeys that customers add. Passkeys that have changed are logged. */
export function createCredentialScan(
  db: Db,
  product: ProductReader,
  clock: Clock,
  log: Pick<Logger, 'error'>,
): () => Promise<void> {
  return createScan(
    clock,
    (since, until) => product.credentialsBetween(since, until),
    async (page) => {
      for (const { credentialId, customerId } of await recordCredentials(db, clock, page))
        log.error(
          { event: 'passkey-changed', credentialId: credentialId.toString('base64url'), customerId },
          'a passkey differs from what the signer knows',
        );
    },
  );
}
