import type { FiatTransaction } from '@wusd/api-sdk';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import type { Services } from '../../services.ts';
import { readHandlers } from '../core/handlers.ts';
import { transitionWithdrawal } from '../core/withdrawals.ts';
import { depositAccountAt, railsOf, senderAccounts } from './accounts.ts';
import { transitionFiatDeposit } from './deposits.ts';
import { listPayoutRoutes } from './payout-routes.ts';
import { renderFiatReceipt } from './receipt.ts';
import { fiatReader, findFiatTransaction } from './responses.ts';
import { readRailFees } from './terms.ts';
import { fiatWithdrawals } from './withdrawals.ts';

export function fiatHandlers(services: Services): Handlers {
  const { db, vault } = services;
  const read = readHandlers(db, 'fiat', fiatReader(services), {
    statuses: new Set<FiatTransaction['status']>(['completed', 'transferred manually']),
    render: (...receipt) => renderFiatReceipt(services, ...receipt),
  });
  return {
    searchFiatTransactions: read.search,
    getFiatTransaction: read.get,
    getFiatReceipt: read.receipt,

    async cancelFiatTransaction({ caller: { customerId, scopes }, language, path: { id } }) {
      const row = await db
        .selectFrom('fiat_transaction')
        .select('direction')
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      if (!row) throw new AppError('NOT_FOUND');
      const isDeposit = row.direction === 'deposit';
      // Requesting and cancelling need a separate scope for each direction.
      if (!scopes.includes(isDeposit ? 'wallet.wallets.deposit' : 'wallet.wallets.withdraw'))
        throw new AppError('SCOPE_MISSING');
      const cancellation = { to: 'cancelled', actor: 'customer', customerId } as const;
      if (isDeposit) await transitionFiatDeposit(services, id, cancellation);
      else await transitionWithdrawal(services, fiatWithdrawals, id, cancellation);
      return findFiatTransaction(services, db, { customerId, directions: [row.direction], language }, id);
    },

    async getDepositAccount({ caller: { customerId }, path: { partnerId } }) {
      const customer = await findCustomer(db, vault, customerId);
      const [refusal] = identityBlockers(customer);
      if (refusal) throw refusal;
      const account = depositAccountAt(services, partnerId, customer?.reference ?? '');
      if (!account) throw new AppError('NOT_FOUND');
      return account;
    },

    async getFiatFees({ query: { currency } }) {
      const feeOf = await readRailFees(db);
      return railsOf(services, currency).map(({ currency: of, rail }) => ({
        rail,
        fee: { name: 'bank fee' as const, money: { currency: of, amount: feeOf(rail, of) } },
      }));
    },

    listPayoutRoutes: ({ caller: { customerId }, query }) => listPayoutRoutes(services, db, customerId, query),

    listSenderAccounts: () => senderAccounts(services),
  };
}
