import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryFilters } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { checkServer, connection, shownAsOf } from './connection.ts';
import { isUnanswered, reportFailure } from '../feedback/failures.ts';
import { language } from '../i18n/preferences.ts';
import { invalidation, type Topic, topicsOf } from './invalidation.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isHandled?: boolean };
    mutationMeta: { isHandled?: boolean };
  }
}

interface Meta {
  meta?: { isHandled?: boolean } | undefined;
}

/** A failed call shows a toast, unless its `meta` says that the screen shows the error. */
function onError(error: unknown, { meta }: Meta): void {
  if (!meta?.isHandled) reportFailure(error);
  else if (isUnanswered(error)) void checkServer();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => onError(error, mutation),
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

// Old texts stay on screen until the new ones arrive, so that open dialogs and typed text are preserved.
language.subscribe(() => invalidation.publish('language-changed'));

connection.subscribe(() => {
  const isOnline = connection.get() === 'online';
  shownAsOf.set(isOnline ? undefined : oldestShown());
  if (isOnline) refetch(undefined);
});

function oldestShown(): Date | undefined {
  const answered = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return answered.length > 0 ? new Date(Math.min(...answered)) : undefined;
}

/** @param topics topics of the queries; undefined for all queries */
function refetch(topics: readonly Topic[] | undefined): void {
  const filters: QueryFilters[] = topics?.map((topic) => ({ queryKey: [topic] })) ?? [{}];
  for (const each of filters) void restart(each);
}

/** Cancels calls in flight first: their responses may be older than the change, but would count as fresh. */
async function restart(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** Wraps a screen in the query client. Public pages do not load this file. */
export function withQueries<Props extends object>(Screen: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen {...props} />
      </QueryClientProvider>
    );
  };
}
