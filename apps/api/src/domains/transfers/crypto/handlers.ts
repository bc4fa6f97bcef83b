import { transact } from '../../../platform/database/database.ts';
import { FileResponse, type Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { networkOffered, offering } from '../../config/offering.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { unverified } from '../../identity-access/customers/rules.ts';
import { directionsOf } from '../movements.ts';
import type { Services } from '../../services.ts';
import { depositTargetOf } from './deposit-addresses.ts';
import { locateDeposit } from './locate.ts';
import { receiptOf } from './receipt.ts';
import { readNetworkTerms } from './terms.ts';
import { transitionWithdrawal } from './withdrawals.ts';
import { findTransaction, searchTransactions } from './responses.ts';

export function cryptoHandlers(services: Services): Handlers {
  const { db, vault } = services;

  /** @throws AppError PAIR_NOT_OFFERED */
  function requireOffered(currency: string, networkId: number): void {
    const isHere = offering(services).networks.some(({ id }) => id === networkId);
    if (!isHere || !networkOffered(currency, networkId)) throw new AppError('PAIR_NOT_OFFERED');
  }

  return {
    async getDepositAddress({ caller: { customerId }, path }) {
      const { currency, networkId } = path;
      requireOffered(currency, networkId);
      const [refusal] = unverified(await findCustomer(db, vault, customerId));
      if (refusal) throw refusal;
      const target = await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId));
      const { confirmations, minimumDeposit } = await readNetworkTerms(db, networkId);
      return {
        ...target,
        networkId,
        minimum: { currency, amount: minimumDeposit },
        confirmationsNeeded: confirmations,
      };
    },

    async getCryptoFee({ path }) {
      const { currency, networkId } = path;
      requireOffered(currency, networkId);
      const { withdrawalFee } = await readNetworkTerms(db, networkId);
      return { name: 'network fee', money: { currency, amount: withdrawalFee } };
    },

    searchCryptoTransactions: ({ caller: { customerId, scopes }, body, language }) =>
      searchTransactions(db, customerId, body, directionsOf('crypto', scopes, 'view'), language),

    async getCryptoTransaction({ caller: { customerId, scopes }, language, path }) {
      const { id } = path;
      return findTransaction(db, customerId, id, directionsOf('crypto', scopes, 'view'), language);
    },

    async getCryptoReceipt({ caller: { customerId, scopes }, language, path }) {
      const { id } = path;
      const transaction = await findTransaction(
        db,
        customerId,
        id,
        directionsOf('crypto', scopes, 'receipt'),
        language,
      );
      // Only what was done has a receipt.
      if (transaction.status !== 'completed') throw new AppError('NOT_FOUND');
      return new FileResponse(await receiptOf(services, customerId, transaction, language));
    },

    async cancelCryptoTransaction({ caller: { customerId }, language, path }) {
      const { id } = path;
      await transitionWithdrawal(services, id, { to: 'cancelled', actor: 'customer', of: customerId });
      return findTransaction(db, customerId, id, ['withdrawal'], language);
    },

    async verifyDeposit({ caller: { customerId }, query: { mainNet, txnHash, senderAddress }, language }) {
      await consumeRateLimit(services, `locate:${customerId}`, 20, 60 * 60);
      const hash = txnHash.trim();
      const id = await locateDeposit(services, { customerId, networkId: mainNet, hash, senderAddress });
      return findTransaction(db, customerId, id, ['deposit'], language);
    },
  };
}
