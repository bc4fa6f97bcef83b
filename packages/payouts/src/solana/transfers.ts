import { address } from '@solana/kit';
import { Network } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import type { ChainTransfer } from '../chain-port.ts';
import { toLedgerUnits } from '../token-units.ts';
import { associatedTokenAccount } from './accounts.ts';
import type { SolanaSettings, SolanaToken } from './settings.ts';

const index = v.pipe(v.bigint(), v.transform(Number));
const tokenBalance = v.object({
  accountIndex: index,
  mint: v.string(),
  owner: v.string(),
  uiTokenAmount: v.object({
    amount: v.pipe(
      v.string(),
      v.regex(/^\d+$/),
      v.transform((text) => BigInt(text)),
    ),
    decimals: index,
  }),
});
type TokenBalance = v.InferOutput<typeof tokenBalance>;

/** The response of `getTransaction` with encoding `json`. */
export const transactionSchema = v.object({
  slot: v.bigint(),
  meta: v.object({
    err: v.unknown(),
    preTokenBalances: v.array(tokenBalance),
    postTokenBalances: v.array(tokenBalance),
    loadedAddresses: v.optional(v.object({ writable: v.array(v.string()), readonly: v.array(v.string()) })),
  }),
  transaction: v.object({
    signatures: v.pipe(v.array(v.string()), v.minLength(1)),
    message: v.object({
      accountKeys: v.array(v.string()),
      // Needed only for payout transactions. Newer versions may rename this field.
      recentBlockhash: v.optional(v.string()),
      instructions: v.array(v.object({ programIdIndex: index, accounts: v.array(index), data: v.string() })),
    }),
  }),
});
export type SolanaTransaction = v.InferOutput<typeof transactionSchema>;

/** A change of a token account's balance by a transaction. */
interface BalanceChange {
  accountIndex: number;
  owner: string;
  units: bigint;
}

const balancesOf = (balances: readonly TokenBalance[], { mint, decimals }: SolanaToken): TokenBalance[] => {
  const found = balances.filter((each) => each.mint === mint);
  if (found.some((each) => each.uiTokenAmount.decimals !== decimals))
    throw new Error(`A node reports other decimals for mint ${mint}`);
  return found;
};

/** Compares balances before and after, so that every kind of instruction counts, also nested calls. */
function changesOf({ meta }: SolanaTransaction, token: SolanaToken): BalanceChange[] {
  const before = balancesOf(meta.preTokenBalances, token);
  const after = balancesOf(meta.postTokenBalances, token);
  const unitsIn = (balances: readonly TokenBalance[], accountIndex: number): bigint =>
    balances.find((each) => each.accountIndex === accountIndex)?.uiTokenAmount.amount ?? 0n;
  const owners = new Map([...before, ...after].map((each) => [each.accountIndex, each.owner]));
  return [...owners].map(([accountIndex, owner]) => ({
    accountIndex,
    owner,
    units: unitsIn(after, accountIndex) - unitsIn(before, accountIndex),
  }));
}

/** The owner whose total decreased the most; empty if no balance decreased, e.g. for newly minted tokens. */
function senderOf(changes: readonly BalanceChange[]): string {
  const totals = new Map<string, bigint>();
  for (const { owner, units } of changes) totals.set(owner, (totals.get(owner) ?? 0n) + units);
  const [payer] = [...totals]
    .filter(([, units]) => units < 0n)
    .toSorted(([, one], [, other]) => (one < other ? -1 : one > other ? 1 : 0));
  return payer?.[0] ?? '';
}

/**
 * Transfers to associated token accounts in a transaction; empty if the transaction failed. An account receives at most
 * one transfer per transaction, so the account's index is the transfer's `logIndex`.
 */
export async function transfersIn(
  tokens: SolanaSettings['tokens'],
  transaction: SolanaTransaction,
  blockHash: string,
): Promise<ChainTransfer[]> {
  const { slot, meta } = transaction;
  if (meta.err !== null) return [];
  const { message, signatures } = transaction.transaction;
  const keys = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ];
  const transfers: ChainTransfer[] = [];
  for (const [currency, token] of Object.entries(tokens)) {
    const changes = changesOf(transaction, token);
    for (const { accountIndex, owner, units } of changes.filter((each) => each.units > 0n)) {
      if (keys[accountIndex] !== (await associatedTokenAccount(address(owner), token.mint))) continue;
      transfers.push({
        networkId: Network.Solana,
        hash: signatures[0] ?? '',
        logIndex: accountIndex,
        sender: senderOf(changes),
        address: owner,
        currency,
        amount: toLedgerUnits(currency, token, units),
        block: { height: slot, hash: blockHash },
      });
    }
  }
  return transfers;
}
