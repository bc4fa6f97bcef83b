// node rate.mjs https://wallet.example/api
import { argv } from 'node:process';
import { createWalletClient } from '@wusd/api-sdk';

/**
 * Prints the amount of WUSD that a thousand Singapore dollars buy now. Rates need no account.
 *
 * @param {{ baseUrl: string }} server `baseUrl` ends in `/api`
 * @param {(line: string) => void} print
 */
export async function printRate({ baseUrl }, print) {
  const { otc } = createWalletClient({ baseUrl });
  const { pay, receive, fees } = await otc.getRate({
    payCurrency: 'SGD',
    receiveCurrency: 'WUSD',
    payAmount: '1000.00',
  });
  print(`${pay.amount} ${pay.currency} buy ${receive.amount} ${receive.currency}`);
  for (const { name, money } of fees) print(`${name}: ${money.amount} ${money.currency}`);
}

if (argv[1] === import.meta.filename) await printRate({ baseUrl: argv[2] ?? '' }, console.log);
