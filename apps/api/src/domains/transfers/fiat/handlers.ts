import { FileResponse, type Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { unverified } from '../../identity-access/customers/rules.ts';
import { directionsOf } from '../movements.ts';
import type { Services } from '../../services.ts';
import { depositAccountAt, railsOf, senderAccounts } from './accounts.ts';
import { transitionFiatDeposit } from './deposits.ts';
import { receiptOf } from './receipt.ts';
import { readRailFees } from './terms.ts';
import { findFiatTransaction, searchFiatTransactions } from './responses.ts';
import { transitionFiatWithdrawal } from './withdrawals.ts';

/** What ended well enough to have a receipt. */
const done = new Set(['completed', 'transferred manually']);

export function fiatHandlers(services: Services): Handlers {
  const { db, vault } = services;
  return {
    searchFiatTransactions: ({ caller: { customerId, scopes }, body, language }) =>
      searchFiatTransactions(services, db, customerId, body, directionsOf('fiat', scopes, 'view'), language),

    async getFiatTransaction({ caller: { customerId, scopes }, language, path }) {
      const { id } = path;
      return findFiatTransaction(services, db, customerId, id, directionsOf('fiat', scopes, 'view'), language);
    },

    async getFiatReceipt({ caller: { customerId, scopes }, language, path }) {
      const { id } = path;
      const directions = directionsOf('fiat', scopes, 'receipt');
      const transaction = await findFiatTransaction(services, db, customerId, id, directions, language);
      if (!done.has(transaction.status)) throw new AppError('NOT_FOUND');
      return new FileResponse(await receiptOf(services, customerId, transaction, language));
    },

    async cancelFiatTransaction({ caller: { customerId, scopes }, language, path }) {
      const { id } = path;
      const row = await db
        .selectFrom('fiat_transaction')
        .select('direction')
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      if (!row) throw new AppError('NOT_FOUND');
      const isDeposit = row.direction === 'deposit';
      // Each direction is begun, and taken back, under a scope of its own.
      if (!scopes.includes(isDeposit ? 'wallet.wallets.deposit' : 'wallet.wallets.withdraw'))
        throw new AppError('SCOPE_MISSING');
      const move = { to: 'cancelled', actor: 'customer', of: customerId } as const;
      await (isDeposit ? transitionFiatDeposit(services, id, move) : transitionFiatWithdrawal(services, id, move));
      return findFiatTransaction(services, db, customerId, id, [row.direction], language);
    },

    async getDepositAccount({ caller: { customerId }, path }) {
      const customer = await findCustomer(db, vault, customerId);
      const [refusal] = unverified(customer);
      if (refusal) throw refusal;
      const { partnerId } = path;
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

    listSenderAccounts: () => senderAccounts(services),
  };
}
