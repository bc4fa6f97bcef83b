import { type ChainPort, DepositAddressesExhausted } from '../chain-port.ts';
import { combineViews } from '../sources/combine-views.ts';
import { askAll, askFirst, scanFirst } from '../sources/ask.ts';
import { toLedgerUnits } from '../token-units.ts';
import { isTransactionSignature } from './accounts.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaSettings } from './settings.ts';
import { createSolanaSource } from './source.ts';

/**
 * Reads token transfers of Solana. Scans use the first node that is ahead of the cursor. `transfersOf` and `inspect`
 * query all nodes.
 *
 * @param pageSize signatures in one request
 */
export function createSolanaChain(
  settings: SolanaSettings,
  nodes: readonly SolanaNode[],
  pageSize?: number,
): ChainPort {
  const sources = nodes.map((node) => createSolanaSource(settings, node, pageSize));
  return {
    async depositTarget(_, keyIndex) {
      const { depositAddresses } = settings;
      const address = depositAddresses[Number(keyIndex) - 1];
      if (address === undefined)
        throw new DepositAddressesExhausted(
          `Solana has no deposit address for key index ${keyIndex}: depositAddresses lists ${depositAddresses.length}. Add more addresses`,
        );
      return { address };
    },

    needsMemo: async () => false,

    transfersSince: (_, cursor, addresses) =>
      scanFirst(sources, cursor, (source) => source.transfersSince(cursor, addresses)),

    async transfersOf(_, hash) {
      // A customer can enter any text as the hash of a deposit.
      if (!isTransactionSignature(hash)) return [];
      const known = await askAll(sources, (source) => source.transfersOf(hash));
      return known.find((transfers) => transfers.length > 0) ?? [];
    },

    async inspect(_, transfers) {
      const views = await askAll(sources, (source) => source.inspect(transfers));
      return combineViews(views, sources.length);
    },

    holdingsAt: async () => undefined,

    async supply(_, currency) {
      const token = settings.tokens[currency];
      if (!token) return undefined;
      const units = await askFirst(nodes, (node) => node.supplyOf(token.mint));
      return toLedgerUnits(currency, token, units);
    },
  };
}
