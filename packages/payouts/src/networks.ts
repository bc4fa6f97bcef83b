import type { ChainPort } from './chain-port.ts';
import type { PayoutPort } from './payout-port.ts';

/** Incoming transfers and payouts of a network. */
export interface NetworkAdapter {
  chain: ChainPort;
  payouts: PayoutPort;
}

/** Opens the adapter of a network. Asynchronous, because the payout key may be in an external key store. */
export type NetworkOpener = () => Promise<NetworkAdapter>;

/**
 * Combines adapters into one adapter that forwards each call by network id.
 *
 * @param openers called at each call of the adapter
 * @param fallback for networks without an adapter. Without it, calls for these networks reject.
 */
export function routeNetworks(openers: ReadonlyMap<number, NetworkOpener>, fallback?: NetworkAdapter): NetworkAdapter {
  const adapterOf = async (networkId: number): Promise<NetworkAdapter> => {
    const adapter = (await openers.get(networkId)?.()) ?? fallback;
    if (!adapter) throw new Error(`Network ${networkId} has no adapter`);
    return adapter;
  };
  return {
    chain: {
      depositTarget: async (id, keyIndex) => (await adapterOf(id)).chain.depositTarget(id, keyIndex),
      needsMemo: async (id, address) => (await adapterOf(id)).chain.needsMemo(id, address),
      transfersSince: async (id, cursor, addresses, hash) =>
        (await adapterOf(id)).chain.transfersSince(id, cursor, addresses, hash),
      transfersOf: async (id, hash) => (await adapterOf(id)).chain.transfersOf(id, hash),
      inspect: async (id, transfers) => (await adapterOf(id)).chain.inspect(id, transfers),
      holdingsAt: async (id, cursor, addresses) => (await adapterOf(id)).chain.holdingsAt(id, cursor, addresses),
      supply: async (id, currency) => (await adapterOf(id)).chain.supply(id, currency),
    },
    payouts: {
      exclusion: async (id) => (await adapterOf(id)).payouts.exclusion(id),
      sender: async (id) => (await adapterOf(id)).payouts.sender(id),
      dailyLimit: async (id, currency) => (await adapterOf(id)).payouts.dailyLimit(id, currency),
      liquidity: async (id, currency) => (await adapterOf(id)).payouts.liquidity(id, currency),
      affordablePayouts: async (id) => (await adapterOf(id)).payouts.affordablePayouts(id),
      paidFee: async (id, transaction) => (await adapterOf(id)).payouts.paidFee(id, transaction),
      recipientProblem: async (id, recipient) => (await adapterOf(id)).payouts.recipientProblem(id, recipient),
      currentPrice: async (id) => (await adapterOf(id)).payouts.currentPrice(id),
      increasedPrice: async (id, offered) => (await adapterOf(id)).payouts.increasedPrice(id, offered),
      replacementPrice: async (id, offered) => (await adapterOf(id)).payouts.replacementPrice(id, offered),
      nonces: async (id) => (await adapterOf(id)).payouts.nonces(id),
      sign: async (payout) => (await adapterOf(payout.networkId)).payouts.sign(payout),
      signCancellation: async (payout) => (await adapterOf(payout.networkId)).payouts.signCancellation(payout),
      broadcast: async (id, raw) => (await adapterOf(id)).payouts.broadcast(id, raw),
      statusOf: async (sent) => (await adapterOf(sent.networkId)).payouts.statusOf(sent),
    },
  };
}
