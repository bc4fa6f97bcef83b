import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { securityApi } from './api.ts';

const signInsPageSize = 10;

export const signInsQuery = infiniteQueryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ pageParam, signal }) =>
    securityApi.security.listSessions({ before: pageParam, size: signInsPageSize, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < signInsPageSize ? undefined : page.at(-1)?.id),
});
export const checkupQuery = queryOptions({
  queryKey: ['security-checkup'],
  queryFn: ({ signal }) => securityApi.security.getCheckup({ signal }),
});
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => securityApi.passkeys.list({ signal }),
});
export const logQuery = queryOptions({
  queryKey: ['security-log'],
  queryFn: ({ signal }) => securityApi.security.listSecurityLog({ signal }),
});
