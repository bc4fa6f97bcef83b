import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk';
import { config, mfa, otc, sandbox, user, walletAccounts } from '@wusd/api-sdk/resources';
import { createAuth, createSessionState } from '@wusd/auth-core';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { bcp47 } from '@wusd/i18n';
import type { AuthUser } from '@wusd/api-sdk';
import { deviceId, language } from './preferences.ts';
import { reportFailure } from './failures.ts';

const baseUrl = `${location.origin}/api`;
const currentLanguage = (): string => bcp47(language.get());

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

export const configQuery = {
  queryKey: ['config'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.config.get({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
};

export const auth = createAuth({
  baseUrl,
  store: createEncryptedStore({ onUnavailable: 'memory' }),
  language: currentLanguage,
  device: deviceId,
  async getConfig({ fresh }) {
    if (fresh) await queryClient.invalidateQueries({ queryKey: configQuery.queryKey, refetchType: 'none' });
    const { GOOGLE, sealingKey } = await queryClient.fetchQuery(configQuery);
    return { clientId: GOOGLE.OAUTH2_CLIENT_ID, sealingKey };
  },
});

/** Only what the screens call: the rest is left out of the bundle. */
export const api = createClientOf(
  { baseUrl, auth, language: currentLanguage },
  { config, mfa, otc, sandbox, user, walletAccounts },
);

export const session = createSessionState<AuthUser>();

export const streamUrl = `${baseUrl}/sse`;
