import type { ChainPort } from './chain-port.ts';
import type { PayoutPort } from './payout-port.ts';

/** All that goes in and out over a network. */
export interface NetworkAdapter {
  chain: ChainPort;
  payouts: PayoutPort;
}

/**
 * One adapter that hands each network to its own.
 *
 * @param rest of what has none of its own
 */
export function routeNetworks(adapters: ReadonlyMap<number, NetworkAdapter>, rest?: NetworkAdapter): NetworkAdapter {
  const of = async (networkId: number): Promise<NetworkAdapter> => {
    const adapter = adapters.get(networkId) ?? rest;
    if (!adapter) throw new Error(`Network ${networkId} has no adapter`);
    return adapter;
  };
  return {
    chain: {
      depositTarget: async (id, keyIndex) => (await of(id)).chain.depositTarget(id, keyIndex),
      needsMemo: async (id, address) => (await of(id)).chain.needsMemo(id, address),
      transfersSince: async (id, cursor, hash) => (await of(id)).chain.transfersSince(id, cursor, hash),
      transfersOf: async (id, hash) => (await of(id)).chain.transfersOf(id, hash),
      inspect: async (id, transfers) => (await of(id)).chain.inspect(id, transfers),
      holdingsAt: async (id, cursor, addresses) => (await of(id)).chain.holdingsAt(id, cursor, addresses),
    },
    payouts: {
      sender: async (id) => (await of(id)).payouts.sender(id),
      dailyLimit: async (id, currency) => (await of(id)).payouts.dailyLimit(id, currency),
      liquidity: async (id, currency) => (await of(id)).payouts.liquidity(id, currency),
      currentPrice: async (id) => (await of(id)).payouts.currentPrice(id),
      increasedPrice: async (id, offered) => (await of(id)).payouts.increasedPrice(id, offered),
      replacementPrice: async (id, offered) => (await of(id)).payouts.replacementPrice(id, offered),
      expectedNonce: async (id) => (await of(id)).payouts.expectedNonce(id),
      sign: async (payout) => (await of(payout.networkId)).payouts.sign(payout),
      signCancellation: async (payout) => (await of(payout.networkId)).payouts.signCancellation(payout),
      broadcast: async (id, raw) => (await of(id)).payouts.broadcast(id, raw),
      statusOf: async (sent) => (await of(sent.networkId)).payouts.statusOf(sent),
    },
  };
}
