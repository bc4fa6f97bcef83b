// Serves one account's balances to your own systems, at GET /balances. It signs in once: the session survives restarts.
import { createServer } from 'node:http';
import { env, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { ApiError, createWalletClient, WalletError } from '@wusd/api-sdk';
import { createAuth } from '@wusd/auth-core';
import { createFileStore } from './file-store.mjs';

const { WUSD_API = '', WUSD_USERNAME = '', WUSD_PASSWORD = '', SESSION_FILE = 'session', SESSION_KEY = '', PORT } = env;
const store = createFileStore({ path: SESSION_FILE, key: Buffer.from(SESSION_KEY, 'base64') });
const auth = createAuth({ baseUrl: WUSD_API, store });
const api = createWalletClient({
  baseUrl: WUSD_API,
  auth,
  onEvent: (event) =>
    event.type === 'call' && console.log(event.operation, event.outcome, `${Math.round(event.durationMs)} ms`),
});

if (!(await auth.isSignedIn())) {
  const terminal = createInterface({ input: stdin, output: stdout });
  await auth.signIn({
    username: WUSD_USERNAME,
    password: WUSD_PASSWORD,
    mfa: async () => ({ checkType: 3, code: await terminal.question('Code of your authenticator app: ') }),
  });
  terminal.close();
}

/** @param {import('node:http').ServerResponse} response */
async function answerBalances(response) {
  try {
    response.end(JSON.stringify(await api.walletAccounts.list({ timeoutMs: 10_000 })));
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    // Distinguishes a rejection by the wallet from an unreachable wallet.
    response.writeHead(error instanceof ApiError ? error.status : 504).end(JSON.stringify({ problem: error.message }));
  }
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/balances') void answerBalances(response);
  else response.writeHead(404).end('{}');
});
server.listen(Number(PORT ?? 3000), '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready: ${typeof address === 'object' && address ? address.port : address}`);
});
