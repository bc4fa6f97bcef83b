import { randomBytes } from 'node:crypto';
import { Network } from '@wusd/api-sdk/domain';
import { parseUnits } from 'viem';
import { bytesToHex } from 'viem/utils';
import type { Clock } from '@wusd/server-kit/clock';
import { erc20 } from '../evm/tokens.ts';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import { type PayoutPort, PayoutRejected } from '../payout-port.ts';
import { fromEvmAddress, toEvmAddress } from './address.ts';
import { askAll, askFirst } from '../sources/ask.ts';
import type { TronBlock, TronNode } from './node.ts';
import { formatNonce, parseNonce } from './nonce.ts';
import { sunOf, type TronSettings, type TronToken } from './settings.ts';
import type { TronSigner } from './signer.ts';
import { payoutStatus } from './status.ts';
import { evmToken } from './tokens.ts';
import { readSigned } from './transaction.ts';

/** Time from the head to an expiration. Until then, a payout that is not included can't be signed with a new nonce. */
const lifetimeMs = 300_000n;
/**
 * Expirations in one offer, one millisecond apart. Blocks are 3,000 ms apart, so the next offer contains new
 * expirations.
 */
const offeredNonces = 1000;
/** Maximum difference between the head's time and the time of this process. */
const maxClockDifferenceMs = 60_000n;
/**
 * Added to the estimated energy. The energy of a popular contract may rise by 20% every six hours (dynamic energy
 * model).
 */
const energyMarginPercent = 25n;

const pricePattern = /^[1-9][0-9]{0,15}$/;

/** @param price in sun @throws TypeError if the text is not a price */
function parsePrice(price: string): bigint {
  if (!pricePattern.test(price)) throw new TypeError('Not a price on Tron');
  return BigInt(price);
}

/**
 * Payouts on Tron. Each payout is one transfer of a TRC-20 token, and one address sends all new payouts. A price is a
 * `fee_limit`, the maximum sun that a transfer's energy may cost. See `nonce.ts` for nonces.
 */
export function createTronPayouts(
  network: TronSettings,
  nodes: readonly TronNode[],
  signer: TronSigner,
  clock: Clock,
): PayoutPort {
  const tokenOf = (currency: string): TronToken => {
    const token = Object.hasOwn(network.tokens, currency) ? network.tokens[currency] : undefined;
    if (!token) throw new PayoutRejected(`${currency} has no token on network ${Network.Tron}`, 'not-configured');
    return token;
  };
  const inLedgerUnits = (currency: string, units: bigint): bigint =>
    toLedgerUnits(currency, evmToken(tokenOf(currency)), units);

  return {
    exclusion: async () => 'expiry',
    sender: async () => signer.address,

    async dailyLimit(_, currency) {
      return inLedgerUnits(currency, parseUnits(network.limits.perDay, tokenOf(currency).decimals));
    },

    async liquidity(_, currency) {
      const token = tokenOf(currency);
      return inLedgerUnits(currency, await askFirst(nodes, (node) => balanceAt(node, token, signer.address)));
    },

    paidFee: async () => undefined,

    affordablePayouts: () =>
      askFirst(nodes, async (node) => {
        const { needed, available } = await energyCosts(node, network, signer.address);
        return needed === 0n ? undefined : available / needed;
      }),

    // Tokens credit any address: also addresses without an account, and contracts such as exchange and multisig
    // wallets.
    recipientProblem: async () => undefined,

    async currentPrice() {
      const price = await askFirst(nodes, (node) => priceAt(node, network, signer.address));
      if (price !== undefined) return price;
      throw new PayoutRejected(
        `Sender ${signer.address} has too little TRX and energy for a payout. Send TRX to it`,
        'fee-limit',
      );
    },
    // A pending transaction can't be replaced.
    increasedPrice: async () => undefined,
    replacementPrice: async (_, offered) => offered,

    nonces: () => askFirst(nodes, async (node) => ({ anyOf: await noncesAt(node, clock) })),

    async sign({ sender, nonce, to, currency, amount, price }) {
      const token = tokenOf(currency);
      const units = toTokenUnits(currency, evmToken(token), amount);
      const feeLimit = parsePrice(price);
      return signer.sign({ ...parseNonce(nonce), sender, token: token.address, to, units, feeLimit });
    },

    async signCancellation() {
      throw new PayoutRejected('A payout on Tron can only expire', 'not-cancellable');
    },

    // A node that accepted a transaction and lost it rejects it as a duplicate afterwards, so all nodes receive it.
    async broadcast(_, raw) {
      await askAll(nodes, (node) => broadcastTo(node, raw));
    },

    statusOf: (sent) => payoutStatus(nodes, sent),
  };
}

/** Token balance of an address, in the token's smallest unit. */
async function balanceAt(node: TronNode, token: TronToken, owner: string): Promise<bigint> {
  const client = await node.client();
  const { address } = evmToken(token);
  return client.readContract({ abi: erc20, address, functionName: 'balanceOf', args: [toEvmAddress(owner)] });
}

/** @throws if the node lags behind, or its time is implausible */
async function noncesAt(node: TronNode, clock: Clock): Promise<string[]> {
  // A solid block is never reorganised, so the reference stays valid for 65,536 blocks, about two days.
  const { height, id } = await node.solidHead();
  const head = await node.head();
  assertCurrent(node, head, clock);
  const first = head.timestamp + lifetimeMs;
  return Array.from({ length: offeredNonces }, (_, index) =>
    formatNonce({ expiration: first + BigInt(index), reference: { height, id: `0x${id.slice(16, 32)}` } }),
  );
}

/** With a head in the past, payouts would expire at once. With a head in the future, signing again would be delayed. */
function assertCurrent({ name }: TronNode, { timestamp }: TronBlock, clock: Clock): void {
  const difference = BigInt(clock.now().getTime()) - timestamp;
  if (difference > maxClockDifferenceMs || difference < -maxClockDifferenceMs)
    throw new Error(`${name} has a head that is not of the present`);
}

/**
 * Energy cost of a transfer, and the sender's resources for energy, both in sun. The estimate is for a recipient that
 * has never held the token: new storage costs the most energy.
 *
 * @returns `needed` 0 if no token can be transferred
 */
async function energyCosts(
  node: TronNode,
  { tokens }: TronSettings,
  sender: string,
): Promise<{ needed: bigint; available: bigint }> {
  // A random address without zero bytes, which would cost less.
  const recipient = fromEvmAddress(bytesToHex(randomBytes(20).map((byte) => byte || 1)));
  const simulations = Object.values(tokens).map(({ address }) => node.simulate(sender, address, recipient, 1n));
  const [energyFee, { sun, energy }, ...energies] = await Promise.all([
    node.energyFee(),
    node.resourcesOf(sender),
    ...simulations,
  ]);
  // A token without a balance can neither be simulated nor paid out.
  const needed = energies.reduce<bigint>((most, each) => (each !== undefined && each > most ? each : most), 0n);
  return { needed: needed * energyFee, available: sun + energy * energyFee };
}

/**
 * Fee limit of a transfer.
 *
 * @returns undefined if the sender can't pay for it; the maximum if the sender holds no token, because then no estimate
 *   and no payout is possible
 * @throws Error if the transfer would fail
 */
async function priceAt(node: TronNode, settings: TronSettings, sender: string): Promise<string | undefined> {
  const { tokens, limits } = settings;
  const { needed, available } = await energyCosts(node, settings, sender);
  if (needed === 0n) {
    const balances = await Promise.all(Object.values(tokens).map((token) => balanceAt(node, token, sender)));
    if (balances.some((each) => each > 0n)) throw new Error('No token can be transferred now');
    return sunOf(limits.maxFeeTrx).toString();
  }
  // A transfer that runs out of energy costs its fee but transfers nothing.
  if (available < needed) return undefined;
  return withMargin(needed, sunOf(limits.maxFeeTrx)).toString();
}

/** Only the margin is limited. With less than the estimate the transfer would fail, so the signer must reject it. */
function withMargin(estimate: bigint, limit: bigint): bigint {
  const generous = (estimate * (100n + energyMarginPercent)) / 100n;
  if (generous <= limit) return generous;
  return estimate > limit ? estimate : limit;
}

/** Responses for a transaction that the chain includes or will never include. `statusOf` reports which. */
const harmlessCodes = new Set(['SUCCESS', 'DUP_TRANSACTION_ERROR', 'TRANSACTION_EXPIRATION_ERROR']);

async function broadcastTo(node: TronNode, raw: string): Promise<void> {
  const { expiration } = readSigned(raw);
  const code = await node.broadcast(raw);
  if (harmlessCodes.has(code)) return;
  // Two days after its expiration, the transaction's reference block is unknown too.
  if (code === 'TAPOS_ERROR' && (await node.head()).timestamp > expiration) return;
  throw new Error(`${node.name} refused a transaction: ${code.replaceAll(/[^A-Z_]/g, '')}`);
}
