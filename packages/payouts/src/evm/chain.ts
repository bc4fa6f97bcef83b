import type { ChainPort, ChainView } from '../chain-port.ts';
import { combineViews } from '../sources/combine-views.ts';
import { createDepositAddresses } from '../sources/deposit-keys.ts';
import { askAll, askFirst, scanFirst } from '../sources/ask.ts';
import type { EvmNetwork } from './settings.ts';
import { createEvmSource } from './source.ts';
import { balancesOf, totalSupply } from './tokens.ts';
import { toLedgerUnits } from '../token-units.ts';
import { hexOf } from './hex.ts';

/**
 * Reads token transfers of an EVM network from event logs. Scans use the first source that is ahead of the cursor.
 * `transfersOf` and `inspect` query all sources.
 *
 * @param depositKey extended public key; its child keys are customers' deposit keys
 * @param hotAddress address that sends payouts
 */
export function createEvmChain(network: EvmNetwork, depositKey: string, hotAddress: `0x${string}`): ChainPort {
  const { tokens } = network;
  const sources = (network.nodes ?? [network.url]).map((url) => createEvmSource(network, url));
  const addressOf = createDepositAddresses(depositKey);

  return {
    depositTarget: async (_, keyIndex) => ({ address: addressOf(keyIndex) }),

    needsMemo: async () => false,

    transfersSince(_, cursor, addresses, hash) {
      const recipients = addresses.map(hexOf);
      return scanFirst(sources, cursor, (source) => source.transfersSince(cursor, hash, recipients));
    },

    async transfersOf(_, hash) {
      const known = await askAll(sources, (source) => source.transfersOf(hash));
      return known.find((transfers) => transfers.length > 0) ?? [];
    },

    async inspect(_, transfers): Promise<ChainView> {
      const views = await askAll(sources, (source) => source.inspect(transfers));
      return combineViews(views, sources.length);
    },

    holdingsAt: (_, cursor, addresses) =>
      askFirst(sources, async (source) => {
        const client = await source.client();
        const owners = [...addresses, hotAddress].map(hexOf);
        const holdings = await Promise.all(
          Object.entries(tokens).map(async ([currency, token]) => {
            const balances = await balancesOf(client, token.address, owners, cursor);
            const units = balances.reduce((sum, each) => sum + each, 0n);
            return [currency, toLedgerUnits(currency, token, units)] as const;
          }),
        );
        return new Map(holdings);
      }),

    async supply(_, currency) {
      const token = tokens[currency];
      if (!token) return undefined;
      const units = await askFirst(sources, async (source) => totalSupply(await source.client(), token.address));
      return toLedgerUnits(currency, token, units);
    },
  };
}
