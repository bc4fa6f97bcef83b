import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** What the customer has told, what is bound, and what is closed until when. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.user.getProfile({ signal }),
});
