import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evmNetworkIds, type EvmNetworkId } from '@wusd/server-kit/registry/networks';
import { parseJson } from '@wusd/server-kit/json';
import { present } from '@wusd/server-kit/testing/present';
import * as v from 'valibot';
import { afterAll } from 'vitest';
import { evmDepositKey, startEvmTestNetwork } from './evm.ts';
import type { TestNetwork } from './network.ts';
import { startSolanaTestNetwork } from './solana.ts';
import { startStellarTestNetwork } from './stellar.ts';
import { startTronTestNetwork } from './tron.ts';

const example = new URL('../../networks.example.json', import.meta.url);
const entry = v.looseObject({ startBlock: v.optional(v.number()) });
const exampleFile = v.strictObject({
  evm: v.strictObject({
    depositKey: v.string(),
    networks: v.array(v.looseObject({ networkId: v.number(), limits: v.looseObject({ maxFeeGwei: v.string() }) })),
  }),
  tron: entry,
  solana: entry,
  stellar: entry,
});

/** An entry of the example file with replaced settings, for a chain that starts at its first block. */
const replaced = (entry: Record<string, unknown>, settings: Record<string, unknown>): Record<string, unknown> => ({
  ...entry,
  startBlock: undefined,
  ...settings,
});

/**
 * Starts all ten networks and writes their settings file: the example with local nodes, tokens and accounts. Call it
 * at the top of a test file: the networks stop after its tests.
 */
export async function startAllNetworks() {
  const { evm, ...others } = parseJson(exampleFile, readFileSync(example, 'utf8'));
  const described = (networkId: EvmNetworkId) => present(evm.networks.find((each) => each.networkId === networkId));
  const evmNetworks = await Promise.all(
    evmNetworkIds.map((id) => startEvmTestNetwork(id, described(id).limits.maxFeeGwei)),
  );
  const tron = await startTronTestNetwork();
  const solana = await startSolanaTestNetwork();
  const stellar = await startStellarTestNetwork();
  const folder = mkdtempSync(join(tmpdir(), 'wusd-networks-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'networks.json');
  const content = {
    evm: {
      depositKey: evmDepositKey,
      networks: evm.networks.map((each) =>
        replaced(each, present(evmNetworks.find(({ networkId }) => networkId === each.networkId)).settings),
      ),
    },
    tron: replaced(others.tron, tron.settings),
    solana: replaced(others.solana, solana.settings),
    stellar: replaced(others.stellar, stellar.settings),
  };
  writeFileSync(file, JSON.stringify(content));
  const networks: readonly TestNetwork[] = [...evmNetworks, tron, solana, stellar];
  return { file, networks, tron };
}
