import { currencies, kindOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import type { Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { readBalances } from './balances.ts';
import { readValuation } from './valuation.ts';

export function walletAccountHandlers(services: Services): Handlers {
  return {
    listWalletAccounts: ({ caller }) => readBalances(services, caller.customerId),

    getValuation: ({ caller, query: { currency, days = 30 } }) =>
      readValuation(services, caller.customerId, currency, days),

    async searchWalletAccounts({ caller, body: { filter = {}, size = 20, cursor } }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const matching = (await readBalances(services, caller.customerId))
        .filter(({ currency }) => filter.currency === undefined || currency === filter.currency)
        .filter(({ currency }) => filter.kind === undefined || kindOf(currency) === filter.kind)
        .filter(({ available }) => filter.minAvailable === undefined || compare(available, filter.minAvailable) >= 0)
        .filter(({ currency }) => after === undefined || currencies.indexOf(currency) > after);
      const items = matching.slice(0, size);
      const hasMore = matching.length > size;
      const last = items.at(-1);
      return { items, hasMore, nextCursor: hasMore && last ? Buffer.from(last.currency).toString('base64url') : null };
    },
  };
}

/** Returns the index of the last currency of the previous page. @throws AppError INVALID_REQUEST `unknown-cursor` */
function readCursor(cursor: string): number {
  const last = Buffer.from(cursor, 'base64url').toString();
  const index = currencies.findIndex((currency) => currency === last);
  if (index === -1) throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return index;
}
