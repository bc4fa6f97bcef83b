import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { publicKeyToAddress } from 'viem/utils';
import type { ChainPort, ChainView } from '../chain-port.ts';
import { combineViews } from './combine-views.ts';
import type { EvmNetwork } from './settings.ts';
import { createEvmSource, type EvmSource } from './source.ts';
import { erc20, toLedgerUnits } from './tokens.ts';
import { hexOf } from './hex.ts';

/**
 * Reads token transfers of an EVM network from event logs. Scans use the first source that answers; `transfersOf` and
 * `inspect` ask all of them.
 *
 * @param depositKey extended public key, whose children are customers' deposit keys
 * @param hotAddress address that payouts are sent from
 */
export function createEvmChain(network: EvmNetwork, depositKey: string, hotAddress: `0x${string}`): ChainPort {
  const { tokens } = network;
  const sources = (network.nodes ?? [network.url]).map((url) => createEvmSource(network, url));
  const root = HDKey.fromExtendedKey(depositKey);

  /** Tries the sources in order. @throws the last source's error if none answers */
  const fromFirst = async <T>(read: (source: EvmSource) => Promise<T>): Promise<T> => {
    let failure: unknown;
    for (const source of sources) {
      try {
        return await read(source);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };

  return {
    async depositTarget(_, keyIndex) {
      const { publicKey } = root.deriveChild(Number(keyIndex));
      if (!publicKey) throw new Error('The deposit key has no public key');
      const point = secp256k1.Point.fromBytes(publicKey).toHex(false);
      return { address: publicKeyToAddress(`0x${point}`) };
    },

    needsMemo: async () => false,

    transfersSince: (_, cursor, hash) => fromFirst((source) => source.transfersSince(cursor, hash)),

    async transfersOf(_, hash) {
      const answers = await Promise.allSettled(sources.map((source) => source.transfersOf(hash)));
      const known = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const [failure] = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      if (known.length === 0) throw failure;
      return known.find((transfers) => transfers.length > 0) ?? [];
    },

    async inspect(_, transfers): Promise<ChainView> {
      const answers = await Promise.allSettled(sources.map((source) => source.inspect(transfers)));
      const views = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const [failure] = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      if (views.length === 0) throw failure;
      return combineViews(views, sources.length);
    },

    holdingsAt: (_, cursor, addresses) =>
      fromFirst(async (source) => {
        const client = await source.client();
        const holdings = await Promise.all(
          Object.entries(tokens).map(async ([currency, token]) => {
            const balances = await Promise.all(
              [...addresses, hotAddress].map((owner) =>
                client.readContract({
                  abi: erc20,
                  address: token.address,
                  functionName: 'balanceOf',
                  args: [hexOf(owner)],
                  blockNumber: cursor,
                }),
              ),
            );
            const units = balances.reduce((sum, each) => sum + each, 0n);
            return [currency, toLedgerUnits(currency, token, units)] as const;
          }),
        );
        return new Map(holdings);
      }),
  };
}
