import type { SigningKey } from '../keys/signing-key.ts';
import type { NetworkAdapter } from '../networks.ts';
import { createStellarChain } from './chain.ts';
import { createHorizon } from './horizon.ts';
import { createStellarPayouts } from './payouts.ts';
import type { StellarSettings } from './settings.ts';
import { createStellarSigner } from './signer.ts';

/**
 * Creates the adapter of Stellar, which uses the REST API of Horizon.
 *
 * @param retiredPayoutKeys previous keys with payouts that are not final yet; used only to replace or cancel these
 *   payouts
 */
export function createStellarNetwork(
  settings: StellarSettings,
  payoutKey: SigningKey<'ed25519'>,
  retiredPayoutKeys: readonly SigningKey<'ed25519'>[] = [],
): NetworkAdapter {
  const horizons = settings.nodes.map((url) => createHorizon(url, settings.passphrase));
  const signer = createStellarSigner(settings, payoutKey, retiredPayoutKeys);
  return {
    chain: createStellarChain(settings, horizons, signer.address),
    payouts: createStellarPayouts(settings, horizons, signer),
  };
}
