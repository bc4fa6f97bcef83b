import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { bankAccounts } from '@wusd/api-sdk/resources/bank-accounts';
import { tokens } from '../../app/auth.ts';
import { baseUrl, currentLanguage } from '../../app/services.ts';
import type { Way } from './fields.ts';

export const bankApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { bankAccounts });

/** Every saved account; its language is in the key, because reasons are said by the server. */
export const bankAccountsQuery = () =>
  queryOptions({
    // Marked stale with everything that arrives or leaves: its state may have moved.
    queryKey: ['crypto', 'bank-accounts', currentLanguage()],
    queryFn: ({ signal }) => bankApi.bankAccounts.list({ signal }),
    meta: { isHandled: true },
  });

/** What a way to a bank needs. */
export const requirementsQuery = (way: Way) =>
  queryOptions({
    queryKey: ['bank-requirements', way],
    queryFn: ({ signal }) => bankApi.bankAccounts.getRequirements(way, { signal }),
    staleTime: Infinity,
    retry: false,
    meta: { isHandled: true },
  });

/** Banks of a country that are known by name. */
export const banksQuery = (countryCode: string) =>
  queryOptions({
    queryKey: ['banks', countryCode],
    queryFn: ({ signal }) => bankApi.bankAccounts.listBanks(countryCode, { signal }),
    staleTime: Infinity,
    meta: { isHandled: true },
  });
