import { randomBytes } from 'node:crypto';
import { type Address, generateKeyPairSigner, getAddressDecoder, getBase58Decoder } from '@solana/kit';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { afterAll } from 'vitest';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import { createSolanaNetwork } from '@wusd/payouts/solana/index';
import { parseSolanaSettings } from '@wusd/payouts/solana/settings';
import type { World } from './network-conformance.ts';
import { startSolanaNode } from '@wusd/payouts/testing/solana-node';
import { startSolanaRpcDouble } from '@wusd/payouts/testing/solana-rpc-double';

/** Slots after a transaction's slot until Surfpool reports it as finalized. */
export const finalSlots = 31;

export const payoutKey = ed25519Key(Uint8Array.from(Buffer.alloc(32, 0x42)));
export const payoutAddress = getAddressDecoder().decode(payoutKey.publicKey);

/** Returns the address of a new key pair. */
export const anybody = async (): Promise<Address> => (await generateKeyPairSigner()).address;
/** Returns a signature that belongs to no transaction. */
export const anySignature = (): string => getBase58Decoder().decode(randomBytes(64));

/**
 * Starts a real Surfpool behind a double, and the adapter to it. Call it at the top of a test file: they stop after
 * its tests.
 */
export async function startSolana() {
  const node = await startSolanaNode();
  const [double, second] = [await startSolanaRpcDouble(node.url), await startSolanaRpcDouble(node.url)];
  afterAll(async () => {
    await Promise.all([double.stop(), second.stop()]);
    node.stop();
  });
  const nonceAccounts = [
    await node.createNonceAccount(payoutAddress),
    await node.createNonceAccount(payoutAddress),
    await node.createNonceAccount(payoutAddress),
  ];
  const settings = parseSolanaSettings({
    nodes: [double.url],
    genesisHash: node.genesisHash,
    tokens: { USDC: { mint: node.mint, decimals: node.decimals } },
    depositAddresses: await Promise.all(Array.from({ length: 12 }, anybody)),
    nonceAccounts,
    limits: { perPayout: '10000', perDay: '50000', maxFeeSol: '0.01' },
  });
  const adapter = createSolanaNetwork(settings, payoutKey);
  const units = (amount: string): bigint => toMinor(amount, node.decimals);
  /** Makes a finalized transfer. @returns its signature */
  const receive = async (to: string, amount: string): Promise<string> => {
    const hash = await node.send(await node.transfer(to, units(amount)));
    await node.mine(finalSlots - 1);
    return hash;
  };
  const world: World = {
    ...adapter,
    networkId: Network.Solana,
    currency: 'USDC',
    async begin() {
      node.fuel(payoutAddress, 10n ** 10n);
      await node.send(await node.mintTo(payoutAddress, units('1000')));
      await node.mine(finalSlots);
    },
    receive: ({ address }, amount) => receive(address, amount),
    blocks: (count) => node.mine(count),
    finalBlocks: finalSlots,
    takeBack: async (hash) => double.add({ hidden: [hash], forkedSlots: [await node.slotOf(hash)] }),
    costsMore: async () => double.add({ fee: 90_000 }),
    stranger: anybody,
    unrepresentable: 1n,
    unknownHash: anySignature(),
  };
  return { node, double, second, settings, adapter, world, receive };
}
