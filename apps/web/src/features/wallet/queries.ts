import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/services.ts';

/** All balances of the signed-in customer; asked again whenever the event stream says that one changed. */
export const walletAccountsQuery = queryOptions({
  queryKey: ['wallet-accounts'],
  queryFn: ({ signal }) => api.walletAccounts.list({ signal }),
});
