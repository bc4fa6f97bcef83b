import { randomBytes } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll } from 'vitest';
import { createEvmNetworks } from '../src/evm/index.ts';
import { chainIds, type EvmSettings } from '../src/evm/settings.ts';
import { hasFinalizedTag } from '../src/finality.ts';
import type { EvmNetworkId } from '@wusd/server-kit/registry/networks';
import { payoutSigningKey, startEvmNode } from './evm-node.ts';
import { present } from '@wusd/server-kit/testing/present';

/** Starts a real EVM node for a network, with its adapter, for the tests of the calling file. */
export async function startEvmNetwork(networkId: EvmNetworkId = Network.Base) {
  const chainId = chainIds[networkId];
  // Viction's blocks have no base fee.
  const evm = await startEvmNode({ chainId, ...(networkId === Network.Viction && { hardfork: 'berlin' }) });
  afterAll(() => evm.stop());
  const described = evm.settings(networkId);
  const settings: EvmSettings = {
    ...described,
    networks: described.networks.map((each) => ({
      ...each,
      networkId,
      chainId,
      startBlock: 0,
      gas: 150_000,
      finalizedTag: hasFinalizedTag(networkId),
    })),
  };
  const real = present(createEvmNetworks(settings, payoutSigningKey).get(networkId));
  return { evm, settings, real };
}

/** A random address. */
export const anybody = (): Hex => privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);
