import { type AuthUser, type Config, createClientOf, type Middleware } from '@wusd/api-sdk/core';
import { config } from '@wusd/api-sdk/resources/config';
import { otc } from '@wusd/api-sdk/resources/otc';
import { user } from '@wusd/api-sdk/resources/user';
import { createSessionState } from '@wusd/auth-core';
import { bcp47 } from '@wusd/i18n';
import { tokens } from '../session/auth.ts';
import { language } from '../i18n/preferences.ts';
import { createStore } from '../state/store.ts';
import { fetchEarly } from './early-answers.ts';

export const baseUrl = `${location.origin}/api`;
export const currentLanguage = (): string => bcp47(language.get());

/** Sets a random trace id, which the server's spans and log lines share. It contains nothing about the customer. */
const traced: Middleware = (request, next) => {
  const id = crypto.randomUUID().replaceAll('-', '');
  request.headers.set('traceparent', `00-${id}-${id.slice(16)}-00`);
  return next(request);
};
/** Options of clients whose calls need no session. */
export const publicOptions = { baseUrl, language: currentLanguage, middleware: [traced] };
export const clientOptions = { ...publicOptions, auth: tokens };

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

/** Probes the server and stores its configuration. No retries: the failed call before it was already retried. */
export const askServer = async (): Promise<void> => configuration.set(await probe.config.get());
const probe = createClientOf({ ...publicOptions, retries: 0, timeoutMs: 10_000 }, { config });

/** Only the resources that the first page calls. Other pages have their own clients. */
export const api = createClientOf({ ...clientOptions, fetch: fetchEarly }, { config, otc, user });

export const session = createSessionState<AuthUser>();

export const streamUrl = `${baseUrl}/sse`;
