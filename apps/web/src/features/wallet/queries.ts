import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/services.ts';

/** All balances of the signed-in customer and when they were so, by the server's clock; asked again whenever the event stream says that one changed. */
export const walletAccountsQuery = queryOptions({
  queryKey: ['wallet-accounts'],
  queryFn: async ({ signal }) => {
    const accounts = await api.walletAccounts.list({ signal });
    return { accounts, asOf: api.serverTime() };
  },
});
