import { queryOptions } from '@tanstack/react-query';
import { bankApi } from '../../shared/money/saved-bank-accounts.ts';
import type { Way } from './fields.ts';

/** Fields that a rail requires. */
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
