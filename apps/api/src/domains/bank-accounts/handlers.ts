import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { transact } from '../../database/database.ts';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import type { Services } from '../services.ts';
import { makeDefault, moveBankAccountIn } from './accounts.ts';
import { banks } from './banks.ts';
import { requirementsFor } from './requirements.ts';
import { findBankAccount, listBankAccounts, searchBankAccounts } from './view.ts';

export function bankAccountHandlers(services: Services): Handlers {
  const { db, wakeUps } = services;
  return {
    listBankAccounts: ({ caller: { customerId }, request }) =>
      listBankAccounts(services, db, customerId, request.headers['accept-language']),

    searchBankAccounts: ({ caller: { customerId }, body, request }) =>
      searchBankAccounts(services, db, customerId, body, request.headers['accept-language']),

    getBankAccount: ({ caller: { customerId }, request }) =>
      findBankAccount(
        services,
        db,
        customerId,
        (request.params as { id: string }).id,
        request.headers['accept-language'],
      ),

    async getBankAccountRequirements({ query }) {
      const requirements = requirementsFor(services, query);
      if (!requirements) throw new Failure('PAIR_NOT_OFFERED');
      return requirements;
    },

    async listBanks({ request }) {
      const { countryCode } = request.params as { countryCode: string };
      return isProhibited(services, countryCode) ? [] : [...(banks[countryCode] ?? [])];
    },

    async setDefaultBankAccount({ caller: { customerId }, request }) {
      const { id } = request.params as { id: string };
      await makeDefault(services, customerId, id);
      return findBankAccount(services, db, customerId, id, request.headers['accept-language']);
    },

    async deleteBankAccount({ caller: { customerId }, request }) {
      const { id } = request.params as { id: string };
      // Read before anybody can see it, and so before it is gone.
      const account = await transact(db, async (trx) => {
        await moveBankAccountIn(trx, services, id, { to: 'pending delete', actor: 'customer', of: customerId });
        return findBankAccount(services, trx, customerId, id, request.headers['accept-language']);
      });
      await wakeUps.send(customerId, 'destinations');
      return account;
    },
  };
}
