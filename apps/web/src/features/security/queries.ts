import { queryOptions } from '@tanstack/react-query';
import { securityApi } from './api.ts';

export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ signal }) => securityApi.security.listSessions({ signal }),
});
export const logQuery = queryOptions({
  queryKey: ['security-log'],
  queryFn: ({ signal }) => securityApi.security.listSecurityLog({ signal }),
});
