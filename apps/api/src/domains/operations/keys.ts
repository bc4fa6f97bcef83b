import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { reencryptSealingKeys } from '../../platform/security/sealing.ts';
import { reencryptBankAccounts } from '../destinations/bank-accounts/accounts.ts';
import { reencryptCustomer } from '../identity-access/customers/customers.ts';
import { reencryptVerification } from '../identity-access/verification/stored.ts';
import { reencryptFeedback } from '../support/feedback/feedback.ts';
import { reencryptNotifications } from '../notifications/notifications.ts';
import { reencryptFiat } from '../transfers/fiat/reencrypt.ts';
import { reencryptRegistrations } from '../identity-access/registration/registrations.ts';
import type { Services } from '../services.ts';
import type { CommandResult } from './results.ts';

/** Creates an encryption key for personal data. The key becomes active when every node has read it. */
export async function rotateKey(
  { db, clock, keyring, notifier }: Services,
  operator: string,
): Promise<CommandResult<'key-created'>> {
  const activeFrom = await transact(db, async (trx) => {
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'key made', details: { operator } });
    return keyring.makeSealingKey(trx);
  });
  await notifier.send('keys');
  return { type: 'key-created', activeFrom };
}

/**
 * Re-encrypts every long-lived row under the current key while the server runs, with one transaction per row. Can be
 * interrupted and run again. Codes, challenges and messages are excluded, because they are deleted within a day.
 */
export async function reencrypt(services: Services, operator: string): Promise<CommandResult<'reencrypted'>> {
  const { db, clock, vault } = services;
  const ids = await db.selectFrom('customer').select('id').orderBy('id').execute();
  let count = 0;
  for (const { id } of ids) {
    count += Number(await transact(db, (trx) => reencryptCustomer(trx, vault, id)));
  }
  count += await reencryptRegistrations(db, vault);
  count += await reencryptFeedback(db, vault);
  count += await reencryptVerification(db, vault);
  count += await reencryptNotifications(db, vault);
  count += await reencryptBankAccounts(services);
  count += await reencryptFiat(services);
  count += await reencryptSealingKeys(db, vault);
  const details = { operator, rows: String(count) };
  await transact(db, (trx) =>
    audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'resealed', details }),
  );
  return { type: 'reencrypted', rows: count };
}
