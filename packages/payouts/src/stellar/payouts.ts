import { maxOf } from '@wusd/server-kit/bigints';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import { PayoutRejected, type PayoutPort } from '../payout-port.ts';
import { accountOf, forFees, problemOf, spendable } from './accounts.ts';
import { chargedOperations, resultCodes } from './envelope.ts';
import type { Horizon } from './horizon.ts';
import { askAll, askFirst } from '../sources/ask.ts';
import { decimals, minFee, networkId, type StellarSettings, tokenOf } from './settings.ts';
import type { Signer } from './signer.ts';
import { combineStatuses } from '../sources/combine-statuses.ts';
import { statusAt } from './status.ts';

/** Nodes of Stellar replace a pending transaction only for ten times its fee per operation. */
const replacementFactor = 10n;

/**
 * Results about a used or a future sequence number, or a low fee. `statusOf` reports the outcome of the transaction. A
 * sequence number that is too high becomes valid once the numbers before it are used.
 */
const harmlessResults: ReadonlySet<string> = new Set(['txBadSeq', 'txInsufficientFee']);

/** @throws TypeError if the text is not a fee per operation in stroops as returned by `currentPrice` */
function parsePrice(price: string): bigint {
  if (!/^[1-9]\d{0,10}$/.test(price)) throw new TypeError('The price is not a whole number of stroops');
  return BigInt(price);
}

/** @throws TypeError if the text is not a sequence number as returned by `nonces` */
function parseNonce(nonce: string): bigint {
  if (!/^[1-9]\d{0,18}$/.test(nonce)) throw new TypeError('The nonce is not a sequence number');
  return BigInt(nonce);
}

/**
 * Payouts on Stellar. Each payout is one payment, and one account sends all new payouts. A nonce is a sequence number
 * of this account, and a price is the fee per operation in stroops.
 *
 * Nodes hold one pending transaction per account. A payout that is broadcast while another is pending must be broadcast
 * again, so one account sends one payout per ledger (about every 5 seconds).
 */
export function createStellarPayouts(
  settings: StellarSettings,
  horizons: readonly Horizon[],
  signer: Signer,
): PayoutPort {
  const { passphrase, limits } = settings;

  /** 90th percentile of recently charged fees, up to the signer's limit. */
  const price = async (): Promise<bigint> => {
    const stats = await askFirst(horizons, (horizon) => horizon.feeStats());
    const now = maxOf(stats.fee_charged.p90, stats.last_ledger_base_fee, minFee);
    return now > limits.maxFee ? limits.maxFee : now;
  };
  /** Amount that the sender can spend on fees, in stroops. */
  const availableForFees = (): Promise<bigint> =>
    askFirst(horizons, async (horizon) => {
      const account = await horizon.account(signer.address);
      if (!account) return 0n;
      const { latest } = await horizon.root();
      const ledger = await horizon.ledger(latest);
      if (!ledger) throw new Error(`The node does not have ledger ${latest}, which it calls its latest`);
      return maxOf(forFees(account, ledger.base_reserve_in_stroops), 0n);
    });
  /** @throws PayoutRejected if the sender can't pay the fee of a payout above its reserve */
  const requireXlm = async (offered: bigint): Promise<void> => {
    if ((await availableForFees()) < offered * chargedOperations)
      throw new PayoutRejected(
        `Sender ${signer.address} has too little XLM for the fee of a payout. Send XLM to it`,
        'fee-limit',
      );
  };
  const replacement = (offered: bigint, now: bigint): string => maxOf(now, offered * replacementFactor).toString();
  const requireNetwork = (id: number): void => {
    if (id !== networkId) throw new PayoutRejected(`The signer does not know network ${id}`, 'not-configured');
  };

  return {
    exclusion: async () => 'nonce',

    sender: async () => signer.address,

    async dailyLimit(_, currency) {
      tokenOf(settings, currency);
      return toLedgerUnits(currency, { decimals }, limits.perDay);
    },

    async liquidity(_, currency) {
      const token = tokenOf(settings, currency);
      return askFirst(horizons, async (horizon) => {
        const account = await horizon.account(signer.address);
        return toLedgerUnits(currency, { decimals }, account ? spendable(account, token) : 0n);
      });
    },

    paidFee: async () => undefined,

    async affordablePayouts() {
      const [available, now] = await Promise.all([availableForFees(), price()]);
      return available / (now * chargedOperations);
    },

    async recipientProblem(_, { to, memo, currency }) {
      const token = tokenOf(settings, currency);
      const id = accountOf(to);
      if (id === undefined) return 'not-an-owner';
      const account = await askFirst(horizons, (horizon) => horizon.account(id));
      return problemOf(account, token, { to, memo });
    },

    async currentPrice() {
      const now = await price();
      await requireXlm(now);
      return now.toString();
    },

    async increasedPrice(_, offered) {
      const [before, now] = [parsePrice(offered), await price()];
      return before >= now ? undefined : replacement(before, now);
    },

    async replacementPrice(_, offered) {
      return replacement(parsePrice(offered), await price());
    },

    async nonces() {
      const accounts = await askAll(horizons, (horizon) => horizon.account(signer.address));
      const numbers = accounts.flatMap((each) => (each ? [each.sequence] : []));
      const [first, ...others] = numbers;
      if (first === undefined) throw new Error(`The account ${signer.address} does not exist`);
      // A node that lags behind returns a number that is already used.
      return { from: maxOf(first, ...others) + 1n };
    },

    async sign(payout) {
      requireNetwork(payout.networkId);
      const { sender, nonce, to, memo, currency, amount } = payout;
      return signer.sign({
        sender,
        sequence: parseNonce(nonce),
        price: parsePrice(payout.price),
        token: tokenOf(settings, currency),
        to,
        memo,
        units: toTokenUnits(currency, { decimals }, amount),
      });
    },

    async signCancellation({ networkId: id, sender, nonce, price: offered }) {
      requireNetwork(id);
      return signer.cancel({ sender, sequence: parseNonce(nonce), price: parsePrice(offered) });
    },

    async broadcast(_, raw) {
      await askAll(horizons, (horizon) => submit(horizon, raw));
    },

    async statusOf(sent) {
      const statuses = await askAll(horizons, (horizon) => statusAt(horizon, sent, passphrase));
      return combineStatuses(statuses, horizons.length);
    },
  };
}

/** @throws Error if the node rejects the transaction permanently */
async function submit(horizon: Horizon, raw: string): Promise<void> {
  const submission = await horizon.submit(raw).catch((error: unknown) => {
    // A gateway timeout leaves the outcome unknown: the transaction may have been accepted.
    if (error instanceof HttpStatusError && error.status === 504) return undefined;
    throw error;
  });
  // TRY_AGAIN_LATER: another transaction of the account is pending. DUPLICATE: this transaction is pending.
  if (submission?.tx_status !== 'ERROR') return;
  const codes = submission.error_result_xdr ? resultCodes(submission.error_result_xdr) : ['no result'];
  if (codes.some((code) => harmlessResults.has(code))) return;
  throw new Error(`The node rejected the transaction: ${codes.join(', ')}`);
}
