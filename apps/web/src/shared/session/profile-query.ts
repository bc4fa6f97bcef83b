import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** The customer's details, verification methods, and restrictions with their end. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.user.getProfile({ signal }),
});
