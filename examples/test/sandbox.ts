import { createTestDatabase } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { type ServerHost, startServerHost } from '@wusd/api/testing/process';
import { createWalletClient, type WalletClient } from '@wusd/api-sdk';
import { afterAll, inject } from 'vitest';

export const mei = { username: 'mei@demo.example', password: 'Demo-Wallet-2026!' };

export interface Sandbox extends AsyncDisposable {
  /** Base URL that ends in `/api`. */
  baseUrl: string;
  api: WalletClient;
  /** The current code of mei's authenticator app. */
  code(): Promise<string>;
  /** The next code that the server e-mails to mei. */
  emailCode(): Promise<string>;
}

let host: ServerHost | undefined;
afterAll(() => host?.end());

/** Starts the real server with separate demo customers, because a code works once and an account has one session. */
export async function startSandbox(): Promise<Sandbox> {
  host ??= startServerHost();
  const running = host;
  const origins = [inject('pageUrl'), inject('passkeyPageUrl')].map((page) => new URL(page).origin);
  const url = await running.start({
    databaseUrl: await createTestDatabase(inject('postgresUrl')),
    env: { WUSD_ALLOWED_ORIGINS: origins.join(',') },
  });
  const baseUrl = `${url}/api`;
  const api = createWalletClient({ baseUrl });
  const mailbox = mailboxAt(url);
  return {
    baseUrl,
    api,
    async code() {
      const { authenticators } = await api.sandbox.mailbox(mei.username);
      return authenticators[0]?.code ?? '';
    },
    emailCode: () => mailbox.code(mei.username),
    [Symbol.asyncDispose]: () => running.stop(url),
  };
}
