import { queryOptions, useQuery } from '@tanstack/react-query';
import { bankApi } from '../money/saved-bank-accounts.ts';
import type { BankDraft } from './draft.ts';
import type { Requirement, Way } from './fields.ts';

/** Fields that a rail requires in a country and currency. */
export const requirementsQuery = (way: Way) =>
  queryOptions({
    queryKey: ['bank-requirements', way],
    queryFn: ({ signal }) => bankApi.bankAccounts.getRequirements(way, { signal }),
    staleTime: Infinity,
    retry: false,
    meta: { isHandled: true },
  });

/** Known banks of a country. */
export const banksQuery = (countryCode: string) =>
  queryOptions({
    queryKey: ['banks', countryCode],
    queryFn: ({ signal }) => bankApi.bankAccounts.listBanks(countryCode, { signal }),
    staleTime: Infinity,
    meta: { isHandled: true },
  });

const none: readonly Requirement[] = [];

/** Requirements of the chosen country, currency and rail; empty until loaded, or if the rail is not offered. */
export function useRequirements({ country, currency, rail }: BankDraft['way']) {
  const isChosen = country !== '' && currency !== '' && rail !== '';
  const way = { country, currency, rail } as Way;
  const query = useQuery({ ...requirementsQuery(way), enabled: isChosen });
  return { way: isChosen ? way : undefined, query, requirements: (isChosen && query.data) || none };
}
