import { randomBytes } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import type { Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll } from 'vitest';
import { createEvmNetworks } from '../src/gateways/evm/index.ts';
import type { EvmSettings } from '../src/gateways/evm/settings.ts';
import { payoutKey, startEvmNode } from './evm-node.ts';
import { present } from './present.ts';

/** A real EVM node that stands for Base, and the adapter to it, for as long as the tests of the file that calls this at its top. */
export async function startBase() {
  const evm = await startEvmNode({ chainId: 8453 });
  afterAll(() => evm.stop());
  const settings: EvmSettings = {
    ...evm.settings(Network.Base),
    networks: evm.settings(Network.Base).networks.map((each) => ({
      ...each,
      networkId: Network.Base,
      chainId: 8453,
      startBlock: 0,
      gas: 150_000,
    })),
  };
  const real = present(createEvmNetworks(settings, payoutKey).get(Network.Base));
  return { evm, settings, real };
}

/** An address that nobody has. */
export const anybody = (): Hex => privateKeyToAddress(`0x${randomBytes(32).toString('hex')}`);
