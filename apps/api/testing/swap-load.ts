// A node under load, to be killed at any moment: customers swap without end, and each order that is committed is told on
// the standard output. `node testing/swap-load.ts <customer id>…`, settings as the server's own.
import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { transact } from '../src/database/database.ts';
import { moveOrder, placeOrder } from '../src/domains/otc/orders.ts';
import { findOffer, openQuote } from '../src/domains/otc/quotes.ts';
import { Failure } from '../src/http/failure.ts';
import { startServer } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';

const { services } = await startServer({
  settings: readSettings(process.env),
  dataFolder: tmpdir(),
  webRoot: undefined,
});
writeSync(1, 'ready\n');

async function swapWithoutEnd(customerId: string): Promise<void> {
  for (let number = 0; ; number += 1) {
    const isLarge = number % 7 === 6;
    const [payCurrency, receiveCurrency] = number % 2 === 0 ? ['WUSD', 'USD'] : ['USD', 'WUSD'];
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a customer does
    await swap(customerId, { payCurrency, receiveCurrency, payAmount: isLarge ? '260000.00' : '20.00' }, isLarge);
  }
}

async function swap(
  customerId: string,
  asked: { payCurrency: string; receiveCurrency: string; payAmount: string },
  isLarge: boolean,
): Promise<void> {
  const { id: quoteId } = await openQuote(services, customerId, await findOffer(services, asked, customerId));
  const id = await transact(services.db, (trx) => placeOrder(trx, services, customerId, quoteId)).catch(
    (error: unknown) => {
      if (error instanceof Failure && error.errorName === 'INSUFFICIENT_BALANCE') return undefined;
      throw error;
    },
  );
  if (id === undefined) return;
  writeSync(1, `placed ${id}\n`);
  await services.wakeUps.send('orders');
  // What needs the desk is withdrawn, so that every end is come to.
  if (isLarge) await moveOrder(services, id, { to: 'order cancelled', actor: 'customer', of: customerId });
}

await Promise.all(process.argv.slice(2).map(swapWithoutEnd));
