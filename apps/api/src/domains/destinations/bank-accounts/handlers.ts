import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { transact } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { setDefaultBankAccount } from './accounts.ts';
import { transitionBankAccountWithin } from './transitions.ts';
import { banks } from './banks.ts';
import { requirementsFor } from './requirements.ts';
import { findBankAccount, listBankAccounts, searchBankAccounts } from './responses.ts';

export function bankAccountHandlers(services: Services): Handlers {
  const { db, notifier } = services;
  return {
    listBankAccounts: ({ caller: { customerId }, language }) => listBankAccounts(services, db, customerId, language),

    searchBankAccounts: ({ caller: { customerId }, body, language }) =>
      searchBankAccounts(services, db, customerId, body, language),

    getBankAccount: ({ caller: { customerId }, language, path }) =>
      findBankAccount(services, db, customerId, path.id, language),

    async getBankAccountRequirements({ query }) {
      const requirements = requirementsFor(services, query);
      if (!requirements) throw new AppError('PAIR_NOT_OFFERED');
      return requirements;
    },

    async listBanks({ path }) {
      const { countryCode } = path;
      return isProhibited(services, countryCode) ? [] : [...(banks[countryCode] ?? [])];
    },

    async setDefaultBankAccount({ caller: { customerId }, language, path }) {
      const { id } = path;
      await setDefaultBankAccount(services, customerId, id);
      return findBankAccount(services, db, customerId, id, language);
    },

    async deleteBankAccount({ caller: { customerId }, language, path }) {
      const { id } = path;
      // Read in the same transaction: once it has committed, a job may complete the deletion.
      const account = await transact(db, async (trx) => {
        await transitionBankAccountWithin(trx, services, id, {
          to: 'pending delete',
          actor: 'customer',
          ownerId: customerId,
        });
        return findBankAccount(services, trx, customerId, id, language);
      });
      await notifier.send(customerId, 'destinations');
      return account;
    },
  };
}
