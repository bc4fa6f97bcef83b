import { canonicalHash } from './hashes.ts';
import type { CryptoTransaction } from '@wusd/api-sdk';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { isNetworkOffered } from '../../config/offering.ts';
import { findCustomer } from '../../../commands/customers.ts';
import { identityBlockers } from '../../identity-access/customers/rules.ts';
import type { Services } from '../../services.ts';
import { readHandlers } from '../core/handlers.ts';
import { transitionWithdrawal } from '../core/withdrawals.ts';
import { assignDepositTarget } from './deposit-addresses.ts';
import { locateDeposit } from './locate.ts';
import { renderCryptoReceipt } from './receipt.ts';
import { cryptoReader, findCryptoTransaction } from './responses.ts';
import { readNetworkTerms } from './terms.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

export function cryptoHandlers(services: Services): Handlers {
  const { db, vault } = services;
  const read = readHandlers(db, 'crypto', cryptoReader, {
    statuses: new Set<CryptoTransaction['status']>(['completed']),
    render: (...receipt) => renderCryptoReceipt(services, ...receipt),
  });

  /** @throws AppError PAIR_NOT_OFFERED */
  function assertOffered(currency: string, networkId: number): void {
    if (!isNetworkOffered(services, currency, networkId)) throw new AppError('PAIR_NOT_OFFERED');
  }

  return {
    searchCryptoTransactions: read.search,
    getCryptoTransaction: read.get,
    getCryptoReceipt: read.receipt,

    async getDepositAddress({ caller: { customerId }, path }) {
      const { currency, networkId } = path;
      assertOffered(currency, networkId);
      const [refusal] = identityBlockers(await findCustomer(db, vault, customerId));
      if (refusal) throw refusal;
      const target = await assignDepositTarget(services, customerId, networkId);
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
      assertOffered(currency, networkId);
      const { withdrawalFee } = await readNetworkTerms(db, networkId);
      return { name: 'network fee', money: { currency, amount: withdrawalFee } };
    },

    async cancelCryptoTransaction({ caller: { customerId }, language, path: { id } }) {
      await transitionWithdrawal(services, cryptoWithdrawals, id, { to: 'cancelled', actor: 'customer', customerId });
      return findCryptoTransaction(db, { customerId, directions: ['withdrawal'], language }, id);
    },

    async verifyDeposit({ caller: { customerId }, query: { mainNet, txnHash, senderAddress }, language }) {
      await consumeRateLimit(services, `locate:${customerId}`, 20, 60 * 60);
      const hash = canonicalHash(mainNet, txnHash);
      const id = await locateDeposit(services, { customerId, networkId: mainNet, hash, senderAddress });
      return findCryptoTransaction(db, { customerId, directions: ['deposit'], language }, id);
    },
  };
}
