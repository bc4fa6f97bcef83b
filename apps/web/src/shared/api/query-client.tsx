import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryFilters } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isOnline, shownAsOf } from './connection.ts';
import { reportFailure } from '../feedback/failures.ts';
import { language } from '../i18n/preferences.ts';
import { invalidation, type Topic, topicsOf } from './invalidation.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isHandled?: boolean };
    mutationMeta: { isHandled?: boolean };
  }
}

/** A failed call shows a toast, unless its `meta` says that the screen shows the error. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.meta?.isHandled || reportFailure(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => mutation.meta?.isHandled || reportFailure(error),
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});

invalidation.subscribe((event) => {
  if (event === 'session-ended') queryClient.clear();
  else refetch(topicsOf(event));
});

// The old sentences stay on screen until the answers in the new language are there, and with them open dialogs and typed text.
language.subscribe(() => invalidation.publish('language-changed'));

isOnline.subscribe(() => {
  shownAsOf.set(isOnline.get() ? undefined : oldestShown());
  if (isOnline.get()) refetch(undefined);
});

function oldestShown(): Date | undefined {
  const answered = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return answered.length > 0 ? new Date(Math.min(...answered)) : undefined;
}

/** @param topics of the queries; undefined for all */
function refetch(topics: readonly Topic[] | undefined): void {
  const filters: QueryFilters[] = topics?.map((topic) => ({ queryKey: [topic] })) ?? [{}];
  for (const each of filters) void restart(each);
}

/** Cancels calls in flight first: their answers may be older than the change, and would count as fresh. */
async function restart(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** A screen that asks the server. The public pages load none of this. */
export function withQueries<Props extends object>(Screen: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen {...props} />
      </QueryClientProvider>
    );
  };
}
