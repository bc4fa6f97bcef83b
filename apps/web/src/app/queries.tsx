import { MutationCache, QueryCache, QueryClient, QueryClientProvider, type QueryFilters } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isOnline, shownAsOf } from './connection.ts';
import { reportFailure } from './failures.ts';
import { language } from './preferences.ts';
import { stale } from './stale.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { isHandled?: boolean };
    mutationMeta: { isHandled?: boolean };
  }
}

/** A failed call shows a toast unless whoever made it says that it shows the failure itself. */
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

stale.subscribe((what) => {
  if (what === 'session') queryClient.clear();
  else void askAgain(what === 'everything' ? {} : { queryKey: [what] });
});

// What the server words is asked for anew; until it is there its old words stay, and with them what is open and typed among them.
language.subscribe(() => {
  for (const what of ['movements', 'orders']) void askAgain({ queryKey: [what] });
});

isOnline.subscribe(() => {
  shownAsOf.set(isOnline.get() ? undefined : oldestShown());
  if (isOnline.get()) void askAgain({});
});

function oldestShown(): Date | undefined {
  const answered = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0);
  return answered.length > 0 ? new Date(Math.min(...answered)) : undefined;
}

/** An answer that is under way may be older than what made it stale, so it is not waited for: a first one would count as fresh. */
async function askAgain(filters: QueryFilters): Promise<void> {
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
