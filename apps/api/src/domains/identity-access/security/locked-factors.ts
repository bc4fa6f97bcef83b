import { audit } from '../../../platform/audit/audit.ts';
import { closeAlert } from '../../../platform/alerts/alerts.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Factor } from '../../../platform/database/types.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { type Customer, emailIndex, lockCustomer } from '../../../commands/customers.ts';
import { clearFailures } from '../../../commands/factor-failures.ts';
import type { Services } from '../../services.ts';

/**
 * Returns the key under which failures are counted if an anonymous caller names an email address, even without an
 * account.
 */
export function emailAccountKey(vault: Vault, email: string): string {
  return `email:${emailIndex(vault, email).toString('hex')}`;
}

/**
 * Resets the failure counts of a customer's factors, e.g. because the guessed secret has been replaced.
 *
 * @param factors default: all
 */
export function unlockFactors(
  trx: Trx,
  vault: Vault,
  { id, email }: Pick<Customer, 'id' | 'email'>,
  factors?: readonly Factor[],
): Promise<void> {
  return clearFailures(trx, [id, emailAccountKey(vault, email)], factors);
}

/** Unlocks all factors for an operator who has verified the customer's identity, and closes the alert. */
export async function unlockFactorsByOperator(
  services: Services,
  id: string,
  details: { operator: string; why: string },
): Promise<void> {
  const { db, clock, vault } = services;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, id);
    await unlockFactors(trx, vault, customer);
    await closeAlert({ ...services, db: trx }, { kind: 'codes-locked', entityId: id }, details.operator);
    await audit(trx, clock, { customerId: id, actor: 'Operations', act: 'codes unlocked', details });
  });
}
