import { finalityDepth } from '@wusd/payouts/finality';
import { address as addressOf, getAddressDecoder } from '@solana/kit';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import type { SolanaFaults } from '@wusd/payouts/testing/solana-rpc-double';
import { anybody, startSolana } from '../solana-network.ts';
import { type NodeFault, payoutSecrets, type TestNetwork, wrongBlocks } from './network.ts';

/** Starts a real Surfpool behind two doubles of RPC providers. */
export async function startSolanaTestNetwork(): Promise<TestNetwork> {
  const { node, double, second } = await startSolana();
  const nodes = [double, second] as const;
  const units = (amount: string): bigint => toMinor(amount, node.decimals);
  const authorities = payoutSecrets.solana.map((secret) =>
    getAddressDecoder().decode(ed25519Key(Uint8Array.from(Buffer.from(secret, 'hex'))).publicKey),
  );
  const nonceAccounts = [];
  for (const authority of authorities)
    for (let count = 0; count < 3; count += 1) nonceAccounts.push(await node.createNonceAccount(authority));
  const faultsOf = async (fault: NodeFault, hashes: readonly string[]): Promise<SolanaFaults> => {
    const slot = Number(await node.rpc.getSlot({ commitment: 'processed' }).send());
    const faults: Record<NodeFault, SolanaFaults> = {
      down: { isDown: true },
      behind: { lag: wrongBlocks },
      'other blocks': {
        forkedSlots: Array.from({ length: 2 * wrongBlocks }, (_, index) => slot - wrongBlocks + index),
      },
      hides: { hidden: hashes },
      'other results': { failed: hashes },
    };
    return faults[fault];
  };
  return {
    networkId: Network.Solana,
    family: 'solana',
    settings: {
      nodes: nodes.map(({ url }) => url),
      genesisHash: node.genesisHash,
      tokens: { WUSD: { mint: node.mint, decimals: node.decimals } },
      depositAddresses: await Promise.all(Array.from({ length: 12 }, anybody)),
      nonceAccounts,
    },
    finalBlocks: finalityDepth(Network.Solana),
    async fund(sender) {
      node.fuel(sender, 10n ** 11n);
      await node.send(await node.mintTo(sender, units('100000')));
      await node.mine(32);
    },
    // The server reads deposits only after they are finalized.
    async receive({ address }, amount) {
      const hash = await node.send(await node.transfer(address, units(amount)));
      await node.mine(30);
      return hash;
    },
    blocks: (count) => node.mine(count),
    stranger: anybody,
    async paidTo(address) {
      const { value } = await node.rpc
        .getTokenAccountsByOwner(
          addressOf(address),
          { mint: node.mint },
          { encoding: 'jsonParsed', commitment: 'processed' },
        )
        .send();
      const amounts = value.map(({ account }) => BigInt(account.data.parsed.info.tokenAmount.amount));
      return amounts.reduce((sum, each) => sum + each, 0n) * 10n ** BigInt(18 - node.decimals);
    },
    fail: async (index, fault, hashes) => nodes[index].set(await faultsOf(fault, hashes)),
    heal() {
      for (const each of nodes) each.set({});
    },
    raisePrice: async () => {
      for (const each of nodes) each.add({ fee: 90_000 });
    },
  };
}
