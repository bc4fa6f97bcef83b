import { createClientOf } from '@wusd/api-sdk/core';
import { config } from '@wusd/api-sdk/resources/config';
import { otc } from '@wusd/api-sdk/resources/otc';
import { user } from '@wusd/api-sdk/resources/user';
import { createSessionState } from '@wusd/auth-core';
import { bcp47 } from '@wusd/i18n';
import type { AuthUser, Config } from '@wusd/api-sdk/core';
import { tokens } from '../session/auth.ts';
import { language } from '../i18n/preferences.ts';
import { createStore } from '../state/store.ts';
import { fetchEarly } from './early-answers.ts';

export const baseUrl = `${location.origin}/api`;
export const currentLanguage = (): string => bcp47(language.get());

export const configuration = createStore<Config | undefined>(undefined, () => undefined);
let configuring: Promise<Config> | undefined;

/** `/config`, fetched once for all callers. After a failure, the next caller fetches it again. */
export async function loadConfig({ fresh = false } = {}): Promise<Config> {
  const kept = configuration.get();
  if (kept && !fresh) return kept;
  configuring ??= api.config
    .get()
    .then((config) => {
      configuration.set(config);
      return config;
    })
    .finally(() => (configuring = undefined));
  return configuring;
}

/** Fails soon where the server does not answer: a call that had no answer was repeated already. What it answers is kept. */
export const askServer = async (): Promise<void> => configuration.set(await probe.config.get());
const probe = createClientOf({ baseUrl, retries: 0, timeoutMs: 10_000 }, { config });

/** Only what the first page calls; other pages bring clients of their own. */
export const api = createClientOf(
  { baseUrl, auth: tokens, language: currentLanguage, fetch: fetchEarly },
  { config, otc, user },
);

export const session = createSessionState<AuthUser>();

export const streamUrl = `${baseUrl}/sse`;
