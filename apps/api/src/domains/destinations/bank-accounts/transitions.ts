import { findProhibitedField } from '../../compliance/prohibited-countries.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { setAutoRedemption } from '../../wallet/auto-redemption/setting.ts';
import type { Services } from '../../services.ts';
import { type DestinationTransition, destinationOperations, screenedStatuses, tolerateMoved } from '../transitions.ts';
import { toScreenedParty } from './screened-party.ts';
import { decryptFields } from './responses.ts';
import { bankAccountStates } from './states.ts';

/** Whether a payout to the account is in progress. */
export async function isInUse(trx: Services['db'] | Trx, id: string): Promise<boolean> {
  const payout = await trx
    .selectFrom('fiat_transaction')
    .select('id')
    .where('bank_account_id', '=', id)
    .where('status', 'in', ['to be processed', 'processing'])
    .executeTakeFirst();
  return payout !== undefined;
}

const bankAccounts = destinationOperations({
  table: 'bank_account',
  states: bankAccountStates,
  noun: 'bank account',
  isInUse,
  findWaiting: (db) =>
    db.selectFrom('bank_account').selectAll().where('status', 'in', screenedStatuses).orderBy('id').execute(),
  async screen(services, row) {
    const fields = decryptFields(services.vault, row);
    if (findProhibitedField(services, fields) !== undefined) return 'high';
    return services.gateways.screening.screenParty(toScreenedParty(fields));
  },
});
export const { screen: screenBankAccounts, transition: transitionBankAccount } = bankAccounts;

/**
 * Disables active accounts whose country was prohibited after they were saved. Each payout checks the other countries
 * of its account.
 */
export async function disableProhibitedAccounts(services: Services): Promise<void> {
  const { db, settings } = services;
  const codes = [...settings.prohibitedCountries.codes];
  if (codes.length === 0) return;
  const rows = await db
    .selectFrom('bank_account')
    .select('id')
    .where('status', '=', 'active')
    .where('country', 'in', codes)
    .orderBy('id')
    .execute();
  const disabled = { to: 'disabled', actor: 'Operations', reason: 'prohibited-country' } as const;
  await forEachSettled(rows, ({ id }) =>
    transitionBankAccount(services, id, { ...disabled, operator: 'list of prohibited countries' }).catch(tolerateMoved),
  );
}

/**
 * Runs {@link transitionBankAccount} in the caller's transaction. An account that is being deleted is no longer the
 * default.
 */
export async function transitionBankAccountWithin(
  trx: Trx,
  services: Services,
  id: string,
  move: DestinationTransition,
): Promise<void> {
  await bankAccounts.transitionWithin(trx, services, id, move);
  if (move.to !== 'pending delete') return;
  const formerDefault = await trx
    .updateTable('bank_account')
    .set({ is_default: false })
    .where('id', '=', id)
    .where('is_default', '=', true)
    .returning('customer_id')
    .executeTakeFirst();
  if (formerDefault) await setAutoRedemption(trx, services, formerDefault.customer_id, 'off', 'default-deleted');
}
