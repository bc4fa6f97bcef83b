import type { Clock } from '@wusd/server-kit/clock';
import type { Logger } from '@wusd/server-kit/logging';
import type { Db } from './database/database.ts';
import type { Credential, OrderedAssertion, ProductReader } from './ordered-payouts.ts';
import { createScan } from './scan.ts';

/** A passkey as it was when the signer first saw it. */
export interface KnownCredential extends Credential {
  firstSeenAt: Date;
}

/**
 * Records passkeys that are new to the signer, with the present time. Those that it knows stay as they are.
 *
 * @returns those that differ from what the signer knows: another public key, or another customer
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
 * Records the passkey of an assertion if it is new.
 *
 * @returns undefined where neither signer nor product knows it, or the product's row differs from what the signer knows. One that its
 * customer has removed since is still known
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

/** Reads the passkeys that customers add. Those that were changed since are logged. */
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
