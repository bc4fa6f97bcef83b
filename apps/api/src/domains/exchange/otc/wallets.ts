import type { Trx } from '../../../platform/database/database.ts';
import { type Wallet, walletsOf } from '../../wallet/accounts/available.ts';
import type { Quote } from './quotes.ts';

/** Both sides of a swap. */
export interface SwapWallets {
  pay: Wallet;
  receive: Wallet;
}

/** Both sides of each swap, in one query. */
export async function findSwapWallets(
  trx: Trx,
  swaps: readonly { customerId: string; quote: Quote }[],
): Promise<(customerId: string, quote: Quote) => SwapWallets> {
  const wallets = await walletsOf(
    trx,
    swaps.map(({ customerId }) => customerId),
    [...new Set(swaps.flatMap(({ quote }) => [quote.payCurrency, quote.receiveCurrency]))],
  );
  const byName = new Map(wallets.map((wallet) => [`${wallet.customerId} ${wallet.currency}`, wallet]));
  return (customerId, { payCurrency, receiveCurrency }) => {
    const [pay, receive] = [byName.get(`${customerId} ${payCurrency}`), byName.get(`${customerId} ${receiveCurrency}`)];
    if (!pay || !receive) throw new Error('A customer without a wallet account that a swap needs');
    return { pay, receive };
  };
}
