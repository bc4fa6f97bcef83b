import { type Clock, systemClock } from '@wusd/server-kit/clock';
import type { SigningKey } from '../keys/signing-key.ts';
import type { NetworkAdapter } from '../networks.ts';
import { createTronChain } from './chain.ts';
import { createTronNode } from './node.ts';
import { createTronPayouts } from './payouts.ts';
import type { TronSettings } from './settings.ts';
import { createTronSigner } from './signer.ts';

/**
 * Creates the adapter of Tron.
 *
 * @param network settings as returned by `parseTronSettings`
 * @param retiredPayoutKeys previous keys with payouts that are not final yet
 */
export function createTronNetwork(
  network: TronSettings,
  payoutKey: SigningKey<'secp256k1'>,
  retiredPayoutKeys: readonly SigningKey<'secp256k1'>[] = [],
  clock: Clock = systemClock,
): NetworkAdapter {
  const nodes = network.nodes.map((each, index) => createTronNode(each, `Tron node ${index + 1}`, network.chainId));
  const signer = createTronSigner(payoutKey, retiredPayoutKeys, network);
  return { chain: createTronChain(network, nodes), payouts: createTronPayouts(network, nodes, signer, clock) };
}
