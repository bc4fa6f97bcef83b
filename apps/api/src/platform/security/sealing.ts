import { compactDecrypt, exportJWK, generateKeyPair, importPKCS8, exportPKCS8, type CryptoKey } from 'jose';
import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, liftTimeLimits, transact } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import type { Vault } from './vault.ts';
import type { SealingJwk } from '../database/column-types.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';

export interface SealingKeys {
  /** Public JWK with which clients encrypt. */
  publicJwk(): SealingJwk;
  /**
   * Decrypts a compact JWE (RFC 7516) with JSON content.
   *
   * @throws AppError SEALED_PAYLOAD_UNREADABLE
   */
  open(jwe: string): Promise<unknown>;
}

/** Loads the keys that all nodes share, newest first. Creates the first key in an empty database. */
export async function loadSealingKeys(db: Db, vault: Vault, clock: Clock): Promise<SealingKeys> {
  await transact(db, async (trx) => {
    // The lock prevents two nodes that start concurrently on an empty database from creating two keys.
    await liftTimeLimits(trx);
    await sql`select pg_advisory_xact_lock(${advisoryLocks.sealingKeys})`.execute(trx);
    if (await trx.selectFrom('sealing_key').select('kid').executeTakeFirst()) return;
    const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 2048, extractable: true });
    const kid = `k${clock.now().getTime().toString(36)}`;
    const { kty, n, e } = await exportJWK(publicKey);
    const jwk = { kty, n, e, kid, alg: 'RSA-OAEP-256', use: 'enc' };
    await trx
      .insertInto('sealing_key')
      .values({
        kid,
        public_jwk: JSON.stringify(jwk),
        private_sealed: vault.seal(await exportPKCS8(privateKey), `sealing-key:${kid}`),
        created_at: clock.now(),
      })
      .execute();
  });
  const rows = await db.selectFrom('sealing_key').selectAll().orderBy('created_at', 'desc').execute();
  const keys = new Map<string, CryptoKey>();
  for (const row of rows) {
    const pkcs8 = vault.open(row.private_sealed, `sealing-key:${row.kid}`);
    keys.set(row.kid, await importPKCS8(pkcs8, 'RSA-OAEP-256'));
  }
  const newest = rows[0]?.public_jwk;
  if (!newest) throw new Error('The database has no sealing key');

  return {
    publicJwk: () => newest,
    async open(jwe) {
      try {
        const { plaintext } = await compactDecrypt(
          jwe,
          ({ kid }) => {
            const key = keys.get(kid ?? '');
            if (!key) throw new Error('unknown key');
            return key;
          },
          { keyManagementAlgorithms: ['RSA-OAEP-256'], contentEncryptionAlgorithms: ['A256GCM'] },
        );
        const value: unknown = JSON.parse(new TextDecoder().decode(plaintext));
        return value;
      } catch {
        // The reason would only help an attacker who probes the key.
        throw new AppError('SEALED_PAYLOAD_UNREADABLE');
      }
    },
  };
}

/** Re-encrypts the private keys under the vault's current key. @returns the number of re-encrypted keys */
export async function reencryptSealingKeys(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const { kid, private_sealed: sealed } of await db
    .selectFrom('sealing_key')
    .select(['kid', 'private_sealed'])
    .execute()) {
    const again = vault.reseal(sealed, `sealing-key:${kid}`);
    if (!again) continue;
    await db.updateTable('sealing_key').set({ private_sealed: again }).where('kid', '=', kid).execute();
    count += 1;
  }
  return count;
}
