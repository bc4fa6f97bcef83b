import type { ChainPort } from '../chain-port.ts';
import { combineViews } from '../sources/combine-views.ts';
import { askAll, askFirst, scanFirst } from '../sources/ask.ts';
import { toLedgerUnits } from '../token-units.ts';
import { accountOf, declaresMemo, trustLineOf } from './accounts.ts';
import type { Horizon } from './horizon.ts';
import { decimals, type StellarSettings } from './settings.ts';
import { createStellarSource } from './source.ts';

/**
 * Reads payments to the shared deposit account. Scans use the first node that is ahead of the cursor. `transfersOf` and
 * `inspect` query all nodes.
 *
 * Payments and path payments of issued assets count as transfers. Claimable balances, transfers by smart contracts and
 * XLM (also from account creation and merges) do not.
 *
 * @param payoutAddress account that sends payouts
 */
export function createStellarChain(
  settings: StellarSettings,
  horizons: readonly Horizon[],
  payoutAddress: string,
): ChainPort {
  const { depositAccount, tokens } = settings;
  const sources = horizons.map((horizon) => createStellarSource(settings, horizon));

  /** Holdings of accounts if none of them has changed after a ledger. Horizon has no historical balances. */
  const holdings = async (horizon: Horizon, ledger: bigint, owners: readonly string[]) => {
    const accounts = await Promise.all(owners.map((each) => horizon.account(each)));
    const total = new Map<string, bigint>(Object.keys(tokens).map((currency) => [currency, 0n]));
    for (const account of accounts) {
      if (!account || account.asOf === undefined || account.asOf < ledger) return undefined;
      // A trustline that was removed after the ledger has modified its account.
      if (account.last_modified_ledger > ledger) return undefined;
      for (const [currency, token] of Object.entries(tokens)) {
        const line = trustLineOf(account, token);
        if (line && line.last_modified_ledger > ledger) return undefined;
        const units = toLedgerUnits(currency, { decimals }, line?.balance ?? 0n);
        total.set(currency, (total.get(currency) ?? 0n) + units);
      }
    }
    return total;
  };

  return {
    async depositTarget(_, keyIndex) {
      return { address: depositAccount, memo: keyIndex.toString() };
    },

    async needsMemo(_, address) {
      // A muxed address identifies its recipient without a memo.
      if (accountOf(address) !== address) return false;
      const account = await askFirst(horizons, (horizon) => horizon.account(address));
      return account !== undefined && declaresMemo(account);
    },

    transfersSince: (_, cursor, addresses, hash) => {
      const accounts = [...new Set([depositAccount, ...addresses])];
      return scanFirst(sources, cursor, (source) => source.transfersSince(cursor, accounts, hash));
    },

    async transfersOf(_, hash) {
      const answers = await askAll(sources, (source) => source.transfersOf(hash.toLowerCase()));
      return answers.find((transfers) => transfers.length > 0) ?? [];
    },

    async inspect(_, transfers) {
      return combineViews(await askAll(sources, (source) => source.inspect(transfers)), sources.length);
    },

    holdingsAt: (_, cursor, addresses) => {
      const owners = [...new Set([depositAccount, payoutAddress, ...addresses])];
      return askFirst(horizons, (horizon) => holdings(horizon, cursor, owners));
    },

    async supply(_, currency) {
      const token = tokens[currency];
      if (!token) return undefined;
      return toLedgerUnits(currency, { decimals }, await askFirst(horizons, (horizon) => horizon.supplyOf(token)));
    },
  };
}
