import { transact } from '../../database/database.ts';
import { FileAnswer, type Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { take } from '../../security/throttle.ts';
import { networkOffered, offering } from '../config/offering.ts';
import { findCustomer } from '../customers/customers.ts';
import { unverified } from '../customers/rules.ts';
import { directionsOf } from '../movements.ts';
import type { Services } from '../services.ts';
import { depositTargetOf } from './deposit-addresses.ts';
import { locateDeposit } from './locate.ts';
import { receiptOf } from './receipt.ts';
import { readNetworkTerms } from './terms.ts';
import { moveWithdrawal } from './withdrawals.ts';
import { findTransaction, searchTransactions } from './view.ts';

export function cryptoHandlers(services: Services): Handlers {
  const { db, vault } = services;

  /** @throws Failure PAIR_NOT_OFFERED */
  function requireOffered(currency: string, networkId: number): void {
    const isHere = offering(services).networks.some(({ id }) => id === networkId);
    if (!isHere || !networkOffered(currency, networkId)) throw new Failure('PAIR_NOT_OFFERED');
  }

  return {
    async getDepositAddress({ caller: { customerId }, request }) {
      const { currency, networkId: text } = request.params as { currency: 'WUSD'; networkId: string };
      const networkId = Number(text) as 3;
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

    async getCryptoFee({ request }) {
      const { currency, networkId } = request.params as { currency: 'WUSD'; networkId: string };
      requireOffered(currency, Number(networkId));
      const { withdrawalFee } = await readNetworkTerms(db, Number(networkId));
      return { name: 'network fee', money: { currency, amount: withdrawalFee } };
    },

    searchCryptoTransactions: ({ caller: { customerId, scopes }, body, request }) =>
      searchTransactions(
        db,
        customerId,
        body,
        directionsOf('crypto', scopes, 'view'),
        request.headers['accept-language'],
      ),

    async getCryptoTransaction({ caller: { customerId, scopes }, request }) {
      const { id } = request.params as { id: string };
      return findTransaction(
        db,
        customerId,
        id,
        directionsOf('crypto', scopes, 'view'),
        request.headers['accept-language'],
      );
    },

    async getCryptoReceipt({ caller: { customerId, scopes }, request }) {
      const { id } = request.params as { id: string };
      const language = request.headers['accept-language'];
      const transaction = await findTransaction(
        db,
        customerId,
        id,
        directionsOf('crypto', scopes, 'receipt'),
        language,
      );
      // Only what was done has a receipt.
      if (transaction.status !== 'completed') throw new Failure('NOT_FOUND');
      return new FileAnswer(await receiptOf(services, customerId, transaction, language));
    },

    async cancelCryptoTransaction({ caller: { customerId }, request }) {
      const { id } = request.params as { id: string };
      await moveWithdrawal(services, id, { to: 'cancelled', actor: 'customer', of: customerId });
      return findTransaction(db, customerId, id, ['withdrawal'], request.headers['accept-language']);
    },

    async verifyDeposit({ caller: { customerId }, query: { mainNet, txnHash, senderAddress }, request }) {
      await take(services, `locate:${customerId}`, 20, 60 * 60);
      const hash = txnHash.trim();
      const id = await locateDeposit(services, { customerId, networkId: mainNet, hash, senderAddress });
      return findTransaction(db, customerId, id, ['deposit'], request.headers['accept-language']);
    },
  };
}
