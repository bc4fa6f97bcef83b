import { Network } from '@wusd/api-sdk/domain';
import { createEvmNetworks } from '../gateways/evm/index.ts';
import { outboundSignal } from '../gateways/guard/outbound.ts';
import type { Curve, SigningKey } from '../gateways/keys/signing-key.ts';
import type { NetworkAdapter, NetworkOpener } from '../gateways/networks.ts';
import { createSolanaNetwork } from '../gateways/solana/index.ts';
import { createStellarNetwork } from '../gateways/stellar/index.ts';
import { createTronNetwork } from '../gateways/tron/index.ts';
import type { NetworkFamily, NetworkId } from '../platform/registry/networks.ts';
import { openPayoutKeys } from './payout-keys.ts';
import type { Settings } from './settings.ts';

/**
 * Adapters of the networks that have nodes and a key to pay out with. A family's keys are opened at its first call, so that the
 * server starts without its key service, and operator commands that use no network need no key.
 */
export function createNetworks({
  networks: { evm, tron, solana, stellar },
  payoutKeys,
  kmsCredentials,
}: Pick<Settings, 'networks' | 'payoutKeys' | 'kmsCredentials'>): Map<NetworkId, NetworkOpener> {
  const openers = new Map<NetworkId, NetworkOpener>();
  const options = { aws: kmsCredentials, signal: outboundSignal };
  const addFamily = <Of, Chosen extends Curve>(
    family: NetworkFamily,
    networkIds: readonly NetworkId[],
    curve: Chosen,
    settings: Of | undefined,
    create: (
      settings: Of,
      current: SigningKey<Chosen>,
      retired: SigningKey<Chosen>[],
    ) => ReadonlyMap<NetworkId, NetworkAdapter>,
  ): void => {
    const names = payoutKeys[family];
    if (!settings || !names) return;
    const open = openOnce(async () => {
      const { current, retired } = await openPayoutKeys(family, names, curve, options);
      return create(settings, current, retired);
    });
    for (const networkId of networkIds)
      openers.set(networkId, async () => {
        const adapter = (await open()).get(networkId);
        if (!adapter) throw new Error(`Network ${networkId} has no adapter`);
        return adapter;
      });
  };
  const addNetwork = <Of, Chosen extends Curve>(
    family: NetworkFamily,
    networkId: NetworkId,
    curve: Chosen,
    settings: Of | undefined,
    create: (settings: Of, current: SigningKey<Chosen>, retired: SigningKey<Chosen>[]) => NetworkAdapter,
  ): void =>
    addFamily(
      family,
      [networkId],
      curve,
      settings,
      (...args) => new Map<NetworkId, NetworkAdapter>([[networkId, create(...args)]]),
    );
  const evmIds = (evm?.networks ?? []).map(({ networkId }) => networkId);
  addFamily('evm', evmIds, 'secp256k1', evm, createEvmNetworks);
  addNetwork('tron', Network.Tron, 'secp256k1', tron, createTronNetwork);
  addNetwork('solana', Network.Solana, 'ed25519', solana, createSolanaNetwork);
  addNetwork('stellar', Network.Stellar, 'ed25519', stellar, createStellarNetwork);
  return openers;
}

/** Opens at the first call and keeps the result. A failed attempt is repeated by the next call. */
function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opening: Promise<T> | undefined;
  return async () => {
    const attempt = (opening ??= open());
    try {
      return await attempt;
    } catch (error) {
      if (opening === attempt) opening = undefined;
      throw error;
    }
  };
}
