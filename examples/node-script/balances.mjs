// node balances.mjs https://wallet.example/api mei@example.com
import { argv } from 'node:process';
import { createWalletClient } from '@wusd/api-sdk';
import { createAuth } from '@wusd/auth-core';
import { runAtTerminal } from './terminal.mjs';

/**
 * Signs in and prints the available balance of each currency.
 *
 * @param {{ baseUrl: string, username: string, password: string }} account `baseUrl` ends in `/api`
 * @param {(challenge: import('@wusd/auth-core').Challenge) => Promise<import('@wusd/auth-core').Check>} askCode
 * @param {(line: string) => void} print
 */
export async function printBalances({ baseUrl, ...credentials }, askCode, print) {
  const auth = createAuth({ baseUrl });
  await auth.signIn({ ...credentials, mfa: askCode });
  const wallets = await createWalletClient({ baseUrl, auth }).walletAccounts.list();
  for (const { currency, available } of wallets) print(`${currency} ${available}`);
}

if (argv[1] === import.meta.filename)
  await runAtTerminal((account, askCode) => printBalances(account, askCode, console.log));
