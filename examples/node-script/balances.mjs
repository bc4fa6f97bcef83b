// node balances.mjs https://wallet.example/api mei@example.com
// The password is read from WUSD_PASSWORD, the code is asked for.
import { argv, env, stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
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

if (argv[1] === import.meta.filename) {
  const [baseUrl = '', username = ''] = argv.slice(2);
  const terminal = createInterface({ input: stdin, output: stdout });
  try {
    await printBalances(
      { baseUrl, username, password: env.WUSD_PASSWORD ?? '' },
      async () => ({ checkType: 3, code: await terminal.question('Code of your authenticator app: ') }),
      console.log,
    );
  } catch (error) {
    // Errors of these packages hold a sentence for people, and no secret.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    terminal.close();
  }
}
