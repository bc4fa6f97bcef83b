import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { bankAccounts } from '@wusd/api-sdk/resources/bank-accounts';
import { clientOptions } from '../api/client.ts';
import { bankAccountsKey } from './recipient-keys.ts';

export const bankApi = createClientOf(clientOptions, { bankAccounts });

/** Every saved account. */
export const bankAccountsQuery = () =>
  queryOptions({
    queryKey: bankAccountsKey,
    queryFn: ({ signal }) => bankApi.bankAccounts.list({ signal }),
    meta: { isHandled: true },
  });
