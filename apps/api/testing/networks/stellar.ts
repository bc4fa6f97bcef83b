import { finalityDepth } from '@wusd/payouts/finality';
import { Keypair, Memo } from '@stellar/stellar-sdk/base';
import {
  asset,
  depositAccount,
  issuer,
  networkId,
  passphrase,
  startStellar,
} from '@wusd/payouts/testing/stellar-world';
import { type NodeFault, payoutSecrets, type TestNetwork, wrongBlocks } from './network.ts';

/** Starts a double of Stellar behind two doubles of Horizon. */
export async function startStellarTestNetwork(): Promise<TestNetwork> {
  const { network, horizons, faultsOf, receive, stranger, openAccount, trustLine } = await startStellar(2);
  const healthy = { lag: 0, isDown: false };
  const heal = (): void => {
    for (const index of [0, 1]) {
      const faults = faultsOf(index);
      Object.assign(faults, healthy, { hidden: new Set(), notFound: new Set(), failed: new Set() });
      delete faults.liesAbout;
    }
  };
  const apply: Record<NodeFault, (index: number, hidden: readonly string[]) => void> = {
    down: (index) => Object.assign(faultsOf(index), { isDown: true }),
    behind: (index) => Object.assign(faultsOf(index), { lag: wrongBlocks }),
    'other blocks': (index) => Object.assign(faultsOf(index), { liesAbout: network.latest().sequence }),
    'other results': (index, hashes) => Object.assign(faultsOf(index), { failed: new Set(hashes) }),
    hides: (index, hidden) => Object.assign(faultsOf(index), { hidden: new Set(hidden), notFound: new Set(hidden) }),
  };
  for (const secret of payoutSecrets.stellar)
    openAccount(Keypair.fromRawEd25519Seed(Buffer.from(secret, 'hex')).publicKey(), '100000');
  return {
    networkId,
    family: 'stellar',
    settings: {
      nodes: horizons.map(({ url }) => url),
      passphrase,
      depositAccount,
      tokens: { WUSD: { code: asset.code, issuer: issuer.publicKey() } },
    },
    finalBlocks: finalityDepth(networkId),
    // The accounts already exist with funds.
    fund: async () => {},
    receive: async ({ address, memo }, amount) =>
      receive({ to: address, amount, ...(memo !== undefined && { memo: Memo.id(memo) }) }),
    blocks: async (count) => network.close(count),
    stranger: async () => stranger(),
    paidTo: async (address) => trustLine(network.latest().accounts, address).balance * 10n ** 11n,
    async fail(index, fault, hidden) {
      apply[fault](index, hidden);
    },
    heal,
    raisePrice: async () => network.setSurge(5000n),
  };
}
