import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { resealSealingKeys } from '../../platform/security/sealing.ts';
import { resealBankAccounts } from '../destinations/bank-accounts/accounts.ts';
import { resealCustomer } from '../identity-access/customers/customers.ts';
import { resealFeedback } from '../support/feedback/feedback.ts';
import { resealFiat } from '../transfers/fiat/reseal.ts';
import type { Services } from '../services.ts';

/** Makes a key that personal data is sealed under once every node has read it. */
export async function newKey({ db, clock, keyring, wakeUps }: Services, operator: string): Promise<string> {
  const activeFrom = await transact(db, async (trx) => {
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'key made', details: { operator } });
    return keyring.makeSealingKey(trx);
  });
  await wakeUps.send('keys');
  return `A new key seals from ${activeFrom.toISOString()} on. Run reseal after that.`;
}

/**
 * Seals everything that lives long under the current key, row by row while the server runs: who is changed meanwhile is
 * sealed under it by that. Codes, challenges and messages are under theirs for a day at most. Broken off, it goes on where it was.
 */
export async function reseal(services: Services, operator: string): Promise<string> {
  const { db, clock, vault } = services;
  const ids = await db.selectFrom('customer').select('id').orderBy('id').execute();
  let count = 0;
  for (const { id } of ids) {
    // oxlint-disable-next-line no-await-in-loop -- each commits on its own
    count += Number(await transact(db, (trx) => resealCustomer(trx, vault, id)));
  }
  count += await resealFeedback(db, vault);
  count += await resealBankAccounts(services);
  count += await resealFiat(services);
  count += await resealSealingKeys(db, vault);
  const details = { operator, rows: String(count) };
  await transact(db, (trx) =>
    audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'resealed', details }),
  );
  return `${count} rows sealed anew`;
}
