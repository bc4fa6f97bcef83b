// node movements.mjs https://wallet.example/api mei@example.com '1,250.00 USD'
import { argv } from 'node:process';
import { createWalletClient } from '@wusd/api-sdk';
import { createAuth } from '@wusd/auth-core';
import { runAtTerminal } from './terminal.mjs';

/**
 * Signs in and prints every history entry that matches a text. Pages are fetched on demand.
 *
 * @param {{ baseUrl: string, username: string, password: string }} account `baseUrl` ends in `/api`
 * @param {string} text an amount, part of a recipient's name, or how a reference begins or ends
 * @param {(challenge: import('@wusd/auth-core').Challenge) => Promise<import('@wusd/auth-core').Check>} askCode
 * @param {(line: string) => void} print
 */
export async function printMovements({ baseUrl, ...credentials }, text, askCode, print) {
  const auth = createAuth({ baseUrl });
  await auth.signIn({ ...credentials, mfa: askCode });
  const { history } = createWalletClient({ baseUrl, auth });
  for await (const { kind, pay, status } of history.search({ filter: { text } }))
    print(`${kind} of ${pay.amount} ${pay.currency}: ${status}`);
}

if (argv[1] === import.meta.filename)
  await runAtTerminal((account, askCode, [text = '']) => printMovements(account, text, askCode, console.log));
