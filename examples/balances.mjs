import { createWalletClient } from '@wusd/api-sdk';
import { createAuth } from '@wusd/auth-core';

/**
 * Signs in and prints what is available in each currency.
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
