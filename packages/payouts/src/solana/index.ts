import type { SigningKey } from '../keys/signing-key.ts';
import type { NetworkAdapter } from '../networks.ts';
import { createSolanaChain } from './chain.ts';
import { createSolanaNode } from './node.ts';
import { createSolanaPayouts } from './payouts.ts';
import type { SolanaSettings } from './settings.ts';
import { createSolanaSigner } from './signer.ts';

/**
 * Creates the adapter of Solana, which uses JSON-RPC.
 *
 * @param payoutKey signs new payouts, and is the authority of the nonce accounts
 * @param retiredPayoutKeys previous keys with payouts that are not final yet; used only to replace or cancel these
 *   payouts
 * @throws Error if the payout address is also a customer's deposit address
 */
export function createSolanaNetwork(
  settings: SolanaSettings,
  payoutKey: SigningKey<'ed25519'>,
  retiredPayoutKeys: readonly SigningKey<'ed25519'>[] = [],
): NetworkAdapter {
  const signer = createSolanaSigner(settings, payoutKey, retiredPayoutKeys);
  if (settings.depositAddresses.includes(signer.address))
    throw new Error(`depositAddresses contains the address that pays, ${signer.address}`);
  const nodes = settings.nodes.map((url, index) =>
    createSolanaNode(settings, url, `Solana node ${index + 1} of ${settings.nodes.length}`),
  );
  return { chain: createSolanaChain(settings, nodes), payouts: createSolanaPayouts(settings, nodes, signer) };
}
