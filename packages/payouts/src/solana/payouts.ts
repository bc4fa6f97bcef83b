import { maxOf } from '@wusd/server-kit/bigints';
import { address } from '@solana/kit';
import { toMinor } from '@wusd/api-sdk/money';
import { type PayoutPort, PayoutRejected } from '../payout-port.ts';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import {
  associatedTokenAccount,
  formatNonce,
  isSolanaAddress,
  nonceIn,
  parseNonce,
  tokenAccountIn,
} from './accounts.ts';
import { systemAccountRent } from './message.ts';
import type { SolanaNode } from './node.ts';
import { askAll, askFirst } from '../sources/ask.ts';
import { combineStatuses } from '../sources/combine-statuses.ts';
import { recipientProblemOf } from './recipients.ts';
import { RpcError } from './rpc.ts';
import type { SolanaSettings, SolanaToken } from './settings.ts';
import type { SolanaSigner } from './signer.ts';
import { statusAt } from './status.ts';

/** Errors about a processed transaction or a used nonce. `statusOf` reports the outcome of the transaction. */
const harmlessErrors = /already been processed|AlreadyProcessed|Blockhash not found|BlockhashNotFound/;

const isHarmless = (error: unknown): boolean =>
  error instanceof RpcError &&
  (harmlessErrors.test(error.message) || harmlessErrors.test(String(error.transactionError)));

/** @throws TypeError if a recorded price is not a whole number */
function parsePrice(price: string): bigint {
  if (!/^\d{1,18}$/.test(price))
    throw new TypeError('A price on Solana is a whole number of micro-lamports per compute unit');
  return BigInt(price);
}

/**
 * Payouts on Solana. Each payout is one token transfer with a durable nonce. Prices are in micro-lamports per compute
 * unit.
 */
export function createSolanaPayouts(
  settings: SolanaSettings,
  nodes: readonly SolanaNode[],
  signer: SolanaSigner,
): PayoutPort {
  const tokenOf = (currency: string): SolanaToken => {
    const token = settings.tokens[currency];
    if (!token) throw new PayoutRejected(`${currency} has no token on Solana`, 'not-configured');
    return token;
  };

  /** Priority fee of recent blocks. */
  const marketPrice = async (): Promise<bigint> => {
    const accounts = await Promise.all(
      Object.values(settings.tokens).map(({ mint }) => associatedTokenAccount(signer.address, mint)),
    );
    const fees = await askFirst(nodes, (node) => node.recentFees([signer.address, ...accounts]));
    const sorted = fees.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    return maxOf(BigInt(settings.minPrice), sorted[Math.floor((sorted.length * 3) / 4)] ?? 0n);
  };
  /** Lamports that the sender can spend without closing its account. */
  const spendableLamports = async (): Promise<bigint> => {
    const [account] = await askFirst(nodes, (node) => node.accounts([signer.address], 'confirmed'));
    return maxOf((account?.lamports ?? 0n) - systemAccountRent, 0n);
  };
  /** @throws PayoutRejected if the sender can't pay this many lamports */
  const requireSol = async (cost: bigint): Promise<void> => {
    if ((await spendableLamports()) < cost)
      throw new PayoutRejected(
        `Sender ${signer.address} has too little SOL for the fee of a payout. Send SOL to it`,
        'fee-limit',
      );
  };
  const replacement = async (offered: bigint, now: bigint): Promise<string> => {
    const price = maxOf(now, (offered * 5n) / 4n + 1n);
    // The price may be for a cancellation, which must be possible without the rent that a payout may cost.
    await requireSol(signer.cancellationCostOf(price));
    return price.toString();
  };

  /** Nonce values that one node reports as finalized and unused, by account. */
  const unusedNonces = async (node: SolanaNode) => {
    const [final, confirmed] = await Promise.all(
      (['finalized', 'confirmed'] as const).map((commitment) => node.accounts(settings.nonceAccounts, commitment)),
    );
    return settings.nonceAccounts.map((_, index) => {
      const [settled, newest] = [nonceIn(final?.[index]), nonceIn(confirmed?.[index])];
      return {
        isOurs: newest?.authority === signer.address,
        value: settled?.value === newest?.value ? newest?.value : undefined,
      };
    });
  };

  return {
    exclusion: async () => 'nonce',
    sender: async () => signer.address,

    async dailyLimit(_, currency) {
      const token = tokenOf(currency);
      return toLedgerUnits(currency, token, toMinor(settings.limits.perDay, token.decimals));
    },

    async liquidity(_, currency) {
      const token = tokenOf(currency);
      const ata = await associatedTokenAccount(signer.address, token.mint);
      const [account] = await askFirst(nodes, (node) => node.accounts([ata], 'confirmed'));
      const found = tokenAccountIn(account);
      if (account && (found?.owner !== signer.address || found.mint !== token.mint))
        throw new Error(`${ata} is not the sender's account of ${currency}`);
      return toLedgerUnits(currency, token, found?.amount ?? 0n);
    },

    paidFee: async () => undefined,

    async affordablePayouts() {
      const [lamports, price] = await Promise.all([spendableLamports(), marketPrice()]);
      return lamports / signer.costOf(price);
    },

    async recipientProblem(_, { to, currency }) {
      const token = tokenOf(currency);
      return askFirst(nodes, (node) => recipientProblemOf(node, to, token));
    },

    async currentPrice() {
      const price = await marketPrice();
      await requireSol(signer.costOf(price));
      return price.toString();
    },

    async increasedPrice(_, offered) {
      const [before, now] = [parsePrice(offered), await marketPrice()];
      return now <= before ? undefined : replacement(before, now);
    },

    async replacementPrice(_, offered) {
      return replacement(parsePrice(offered), await marketPrice());
    },

    async nonces() {
      // An attempt with a nonce value that never existed could not be proven dead, so all nodes must report the value.
      const [first, ...others] = await Promise.all(nodes.map(unusedNonces));
      if (!first?.some(({ isOurs }) => isOurs))
        throw new Error(`None of the nonce accounts has the authority ${signer.address}. Check nonceAccounts`);
      const anyOf = settings.nonceAccounts.flatMap((account, index) => {
        const { isOurs, value } = first[index] ?? { isOurs: false, value: undefined };
        const isAgreed = others.every((each) => each[index]?.isOurs === true && each[index].value === value);
        return isOurs && isAgreed && value !== undefined ? [formatNonce({ account, value })] : [];
      });
      return { anyOf };
    },

    async sign({ sender, nonce, to, currency, amount, price }) {
      const token = tokenOf(currency);
      if (!isSolanaAddress(to)) throw new TypeError('The recipient is not a Solana address');
      return signer.sign({
        sender: address(sender),
        nonce: parseNonce(nonce),
        price: parsePrice(price),
        mint: token.mint,
        to,
        units: toTokenUnits(currency, token, amount),
      });
    },

    async signCancellation({ sender, nonce, price }) {
      return signer.cancel({ sender: address(sender), nonce: parseNonce(nonce), price: parsePrice(price) });
    },

    async broadcast(_, raw) {
      await askAll(nodes, async (node) => {
        await node.send(raw).catch((error: unknown) => {
          if (!isHarmless(error)) throw error;
        });
      });
    },

    async statusOf({ hash, nonce }) {
      const attempt = { hash, nonce: parseNonce(nonce) };
      return combineStatuses(await askAll(nodes, (node) => statusAt(node, attempt)), nodes.length);
    },
  };
}
