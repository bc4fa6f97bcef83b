import type { Trx } from '../../../platform/database/database.ts';
import { type Wallet, walletsOf } from '../../wallet/accounts/available.ts';
import type { Quote } from './quotes.ts';

/** A customer's wallets for both sides of a swap. */
export interface SwapWallets {
  pay: Wallet;
  receive: Wallet;
}

/**
 * Reads the wallets of several swaps in one query.
 * @returns a lookup function, which throws for a swap that is not in `swaps`
 */
export async function findSwapWallets(
  trx: Trx,
  swaps: readonly { customerId: string; quote: Quote }[],
): Promise<(customerId: string, quote: Quote) => SwapWallets> {
  const wallets = await walletsOf(
    trx,
    swaps.map(({ customerId }) => customerId),
    [...new Set(swaps.flatMap(({ quote }) => [quote.payCurrency, quote.receiveCurrency]))],
  );
  const byKey = new Map(wallets.map((wallet) => [`${wallet.customerId} ${wallet.currency}`, wallet]));
  return (customerId, { payCurrency, receiveCurrency }) => {
    const [pay, receive] = [byKey.get(`${customerId} ${payCurrency}`), byKey.get(`${customerId} ${receiveCurrency}`)];
    if (!pay || !receive) throw new Error('The customer has no wallet account for a side of the swap');
    return { pay, receive };
  };
}
