import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { bytesToHex } from 'viem/utils';
import { afterAll } from 'vitest';
import { hexOf } from '@wusd/payouts/evm/hex';
import { secp256k1Key } from '@wusd/payouts/keys/signing-key';
import type { Payout, SentPayout } from '@wusd/payouts/payout-port';
import { fromEvmAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import { createTronNetwork } from '@wusd/payouts/tron/index';
import { mainnetChainId, parseTronSettings, type TronSettings } from '@wusd/payouts/tron/settings';
import { startEvmNode } from '@wusd/payouts/testing/evm-node';
import type { World } from './network-conformance.ts';
import { present } from '@wusd/server-kit/testing/present';
import { createTronChainDouble } from '@wusd/payouts/testing/tron-chain-double';
import { startTronNode } from '@wusd/payouts/testing/tron-double';
import { anyAttempt } from '@wusd/payouts/testing/any-attempt';

export const tronDepositXpub = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/195'/0'/0").publicExtendedKey;
const tronPayoutKey = secp256k1Key(new Uint8Array(32).fill(0x42));

/** Returns an unused address. */
export const anyTronAddress = (): string => fromEvmAddress(bytesToHex(randomBytes(20)));

/**
 * Starts a double of Tron behind two nodes, and the adapter to it, whose clock is the chain's. Call it at the top of a
 * test file: they stop after its tests.
 */
export async function startTron() {
  const evm = await startEvmNode({ chainId: mainnetChainId });
  afterAll(() => evm.stop());
  const chain = await createTronChainDouble(evm, mainnetChainId);
  const [primary, secondary] = [await startTronNode(chain), await startTronNode(chain)];
  afterAll(() => Promise.all([primary.stop(), secondary.stop()]));
  const settings: TronSettings = parseTronSettings({
    depositKey: tronDepositXpub,
    nodes: [primary.url, { url: secondary.url, apiKey: 'test' }],
    tokens: { WUSD: { address: fromEvmAddress(evm.token), decimals: evm.decimals } },
    limits: { perPayout: '1000', perDay: '10000', maxFeeTrx: '50' },
  });
  const clock = { now: () => new Date(chain.time()) };
  /** Creates another adapter with the same keys, like another process. */
  const connect = (changes: Partial<TronSettings> = {}) =>
    createTronNetwork({ ...settings, ...changes }, tronPayoutKey, [], clock);
  const adapter = connect();
  const mint = async (to: string, amount: string): Promise<string> =>
    chain.idOf(await evm.mint(toEvmAddress(to), amount));
  const snapshots = new Map<string, string>();
  const world: World = {
    ...adapter,
    networkId: Network.Tron,
    currency: 'WUSD',
    async begin() {
      const sender = await adapter.payouts.sender(Network.Tron);
      await evm.fuel(toEvmAddress(sender));
      await mint(sender, '10000');
    },
    async receive({ address }, amount) {
      const snapshot = await evm.client.snapshot();
      const id = await mint(address, amount);
      snapshots.set(id, snapshot);
      return id;
    },
    blocks: (count) => chain.mine(count),
    finalBlocks: settings.finalBlocks,
    async takeBack(id) {
      await evm.client.revert({ id: hexOf(present(snapshots.get(id))) });
      await chain.mine(20);
    },
    async expire() {
      await evm.client.increaseTime({ seconds: 600 });
      await chain.mine(20);
    },
    stranger: async () => anyTronAddress(),
    unknownHash: '0'.repeat(64),
    unrepresentable: 1n,
  };
  const { payouts } = adapter;
  const nonces = async (): Promise<string[]> => {
    const offer = await payouts.nonces(Network.Tron);
    return 'anyOf' in offer ? [...offer.anyOf] : [];
  };
  /** Returns a payout of 2 WUSD to a new address. */
  const payout = async (nonce: string): Promise<Payout> => ({
    ...anyAttempt,
    networkId: Network.Tron,
    sender: await payouts.sender(Network.Tron),
    nonce,
    to: anyTronAddress(),
    currency: 'WUSD',
    amount: toMinor('2', 18),
    price: await payouts.currentPrice(Network.Tron),
  });
  return {
    evm,
    chain,
    primary,
    secondary,
    settings,
    connect,
    adapter,
    mint,
    world,
    nonces,
    payout,
    /** Returns a signed payout in its recorded form. */
    async signedPayout(changes: Partial<Payout> = {}): Promise<Payout & SentPayout> {
      const asked = { ...(await payout(present((await nonces())[0]))), ...changes };
      return { ...asked, ...(await payouts.sign(asked)) };
    },
    /** Returns a balance in the smallest unit of the token. */
    balanceOf: (address: string): Promise<bigint> => evm.balanceOf(toEvmAddress(address)),
    restartNodes(): void {
      for (const node of [primary, secondary]) node.restart();
    },
  };
}
