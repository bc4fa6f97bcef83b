import { Network } from '@wusd/api-sdk/domain';
import { type Clock, systemClock } from '@wusd/server-kit/clock';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { NetworkFamily, NetworkId } from '@wusd/server-kit/registry/networks';
import { createEvmNetworks } from './evm/index.ts';
import type { AwsCredentials } from './keys/kms/aws-kms.ts';
import type { Curve, SigningKey } from './keys/signing-key.ts';
import type { NetworkSettings } from './network-settings.ts';
import type { NetworkAdapter, NetworkOpener } from './networks.ts';
import { openPayoutKeys, type PayoutKeys } from './payout-keys.ts';
import type { PayoutPort } from './payout-port.ts';
import { createSolanaNetwork } from './solana/index.ts';
import { createStellarNetwork } from './stellar/index.ts';
import { createTronNetwork } from './tron/index.ts';

/** Curve of the keys of each family of networks. */
export const familyCurves = {
  evm: 'secp256k1',
  tron: 'secp256k1',
  solana: 'ed25519',
  stellar: 'ed25519',
} as const satisfies Record<NetworkFamily, Curve>;

/** Opens payout keys. */
export interface KeySource {
  hasKeys(family: NetworkFamily): boolean;
  open<Of extends Curve>(
    family: NetworkFamily,
    curve: Of,
  ): Promise<{ current: SigningKey<Of>; retired: SigningKey<Of>[] }>;
}

/** A key source that opens the keys in this process. */
export function createKeySource(payoutKeys: PayoutKeys, aws: AwsCredentials | undefined): KeySource {
  const options = { aws, signal: outboundSignal };
  return {
    hasKeys: (family) => payoutKeys[family] !== undefined,
    async open(family, curve) {
      const names = payoutKeys[family];
      if (!names) throw new Error(`There is no payout key for ${family} networks`);
      return openPayoutKeys(family, names, curve, options);
    },
  };
}

interface NetworkOptions {
  signer?: Pick<PayoutPort, 'sign' | 'signCancellation'>;
  clock?: Clock;
}

/**
 * Creates the adapters of the networks that have nodes and a payout key. The keys of a family are opened at its first
 * call, so that the server starts without its key service or signer, and operator commands that use no network need
 * neither.
 *
 * @param options `signer`: signs instead of the adapters, which then have only public keys. `clock`: compared with
 *   chain time on networks whose payouts expire
 */
export function createNetworks(
  { evm, tron, solana, stellar }: NetworkSettings,
  keys: KeySource,
  { signer, clock = systemClock }: NetworkOptions = {},
): Map<NetworkId, NetworkOpener> {
  const openers = new Map<NetworkId, NetworkOpener>();
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
    if (!settings || !keys.hasKeys(family)) return;
    const open = openOnce(async () => {
      const { current, retired } = await keys.open(family, curve);
      return create(settings, current, retired);
    });
    for (const networkId of networkIds)
      openers.set(networkId, async () => {
        const adapter = (await open()).get(networkId);
        if (!adapter) throw new Error(`Network ${networkId} has no adapter`);
        return signer ? signedBy(signer, adapter) : adapter;
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
  addFamily('evm', evmIds, familyCurves.evm, evm, createEvmNetworks);
  addNetwork('tron', Network.Tron, familyCurves.tron, tron, (settings, current, retired) =>
    createTronNetwork(settings, current, retired, clock),
  );
  addNetwork('solana', Network.Solana, familyCurves.solana, solana, createSolanaNetwork);
  addNetwork('stellar', Network.Stellar, familyCurves.stellar, stellar, createStellarNetwork);
  return openers;
}

const signedBy = (
  { sign, signCancellation }: Pick<PayoutPort, 'sign' | 'signCancellation'>,
  { chain, payouts }: NetworkAdapter,
): NetworkAdapter => ({ chain, payouts: { ...payouts, sign, signCancellation } });

/** Opens at the first call and caches the result. The next call retries a failed attempt. */
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
