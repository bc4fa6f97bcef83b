import {
  type BaseError,
  type Hex,
  parseUnits,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import { keccak256 } from 'viem/utils';
import { maxOf } from '@wusd/server-kit/bigints';
import { type PayoutPort, PayoutRejected, type PayoutStatus, type SentPayout } from '../payout-port.ts';
import type { EvmNetwork, EvmToken } from './settings.ts';
import type { Fees, Signer } from './signer.ts';
import { blockHashAt, createNodeClients, erc20, finalBlock } from './tokens.ts';
import { askAll } from '../sources/ask.ts';
import { combineStatuses } from '../sources/combine-statuses.ts';
import { toLedgerUnits, toTokenUnits } from '../token-units.ts';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';
import { hexOf } from './hex.ts';
import { paidFee } from './paid-fee.ts';

/** Fees of a transaction in wei per unit of gas (EIP-1559). On a network without a base fee both are the gas price. */
const priceSchema = v.object({
  type: v.optional(v.literal('legacy')),
  maxFeePerGas: v.string(),
  maxPriorityFeePerGas: v.string(),
});
type Price = v.InferOutput<typeof priceSchema>;

/** Nodes accept a replacement only if its fee is at least 10% higher. 12.5% leaves a margin. */
const bump = (wei: string): string => ((BigInt(wei) * 1125n) / 1000n + 1n).toString();
const max = (one: string, other: string): string => (BigInt(one) > BigInt(other) ? one : other);

/** @param price as returned by `PayoutPort.currentPrice` */
export function parsePrice(price: string): Fees {
  const { type, maxFeePerGas, maxPriorityFeePerGas } = parseJson(priceSchema, price);
  return {
    ...(type && { type }),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  };
}

/** Errors about a known transaction, a used nonce or a low fee. `statusOf` reports the outcome of the transaction. */
const harmlessErrors = /already known|already imported|nonce too low|underpriced|less than block base fee/i;

/** Payouts on an EVM network. Each payout is one token transfer, and one address sends all new payouts. */
export function createEvmPayouts(network: EvmNetwork, signer: Signer): PayoutPort {
  const { chainId, tokens } = network;
  const clients = createNodeClients(network);
  const [node] = clients;
  const tokenOf = (currency: string): EvmToken => {
    const token = tokens[currency];
    if (!token) throw new PayoutRejected(`${currency} has no token on network ${network.networkId}`, 'not-configured');
    return token;
  };
  const price = async (): Promise<Price> => {
    const client = await node();
    const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' });
    if (baseFeePerGas === null) {
      const gasPrice = (await client.getGasPrice()).toString();
      return { type: 'legacy', maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice };
    }
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas();
    return { maxFeePerGas: maxFeePerGas.toString(), maxPriorityFeePerGas: maxPriorityFeePerGas.toString() };
  };
  const sign = async (raw: Promise<Hex>): Promise<{ raw: Hex; hash: Hex }> => {
    const signed = await raw;
    return { raw: signed, hash: keccak256(signed) };
  };
  const replacement = (offered: Price, now: Price): string =>
    JSON.stringify({
      ...now,
      maxFeePerGas: max(now.maxFeePerGas, bump(offered.maxFeePerGas)),
      maxPriorityFeePerGas: max(now.maxPriorityFeePerGas, bump(offered.maxPriorityFeePerGas)),
    } satisfies Price);
  return {
    exclusion: async () => 'nonce',

    sender: async () => signer.address,

    async dailyLimit(_, currency) {
      const token = tokenOf(currency);
      return toLedgerUnits(currency, token, parseUnits(network.limits.perDay, token.decimals));
    },

    async liquidity(_, currency) {
      const token = tokenOf(currency);
      const client = await node();
      const units = await client.readContract({
        abi: erc20,
        address: token.address,
        functionName: 'balanceOf',
        args: [signer.address],
      });
      return toLedgerUnits(currency, token, units);
    },

    async affordablePayouts() {
      const client = await node();
      const [balance, { maxFeePerGas }] = await Promise.all([client.getBalance({ address: signer.address }), price()]);
      return balance / (BigInt(network.gas) * maxOf(BigInt(maxFeePerGas), 1n));
    },

    async paidFee(_, transaction) {
      const fees = await askAll(clients, async (client) => paidFee(await client(), transaction, network));
      const [fee] = fees;
      return fees.length === clients.length && fees.every((each) => each === fee) ? fee : undefined;
    },

    // An ERC-20 transfer credits any address.
    recipientProblem: async () => undefined,

    currentPrice: async () => JSON.stringify(await price()),

    async increasedPrice(_, offered) {
      const now = await price();
      const before = parseJson(priceSchema, offered);
      const isEnough =
        BigInt(before.maxFeePerGas) >= BigInt(now.maxFeePerGas) &&
        BigInt(before.maxPriorityFeePerGas) >= BigInt(now.maxPriorityFeePerGas);
      return isEnough ? undefined : replacement(before, now);
    },

    async replacementPrice(_, offered) {
      return replacement(parseJson(priceSchema, offered), await price());
    },

    async nonces() {
      const client = await node();
      return { from: BigInt(await client.getTransactionCount({ address: signer.address, blockTag: 'pending' })) };
    },

    async sign({ sender, nonce, to, currency, amount, price }) {
      const token = tokenOf(currency);
      return sign(
        signer.sign({
          ...parsePrice(price),
          chainId,
          sender: hexOf(sender),
          nonce: Number(nonce),
          token: token.address,
          to: hexOf(to),
          units: toTokenUnits(currency, token, amount),
          gas: BigInt(network.gas),
        }),
      );
    },

    async signCancellation({ sender, nonce, price }) {
      return sign(signer.cancel({ ...parsePrice(price), chainId, sender: hexOf(sender), nonce: Number(nonce) }));
    },

    async broadcast(_, raw) {
      // Broadcast to all nodes, so that a node that is down or does not relay transactions delays no payout.
      await askAll(clients, async (open) => {
        const client = await open();
        await client.sendRawTransaction({ serializedTransaction: hexOf(raw) }).catch((error: BaseError) => {
          if (!harmlessErrors.test(`${error.message} ${error.details}`)) throw error;
        });
      });
    },

    async statusOf(sent) {
      const statuses = await askAll(clients, async (client) => statusAt(await client(), sent, network));
      return combineStatuses(statuses, clients.length);
    },
  };
}

/** Status of a payout as reported by one node. */
async function statusAt(
  client: PublicClient,
  { sender, hash, nonce }: SentPayout,
  network: EvmNetwork,
): Promise<PayoutStatus> {
  const statusInBlock = async (): Promise<PayoutStatus | undefined> => {
    const receipt = await client.getTransactionReceipt({ hash: hexOf(hash) }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (!receipt) return undefined;
    const { blockNumber: block, blockHash, status } = receipt;
    const head = await client.getBlockNumber();
    // If the block was reorganised away, its receipt does not count.
    if (block > head || (await blockHashAt(client, block)) !== blockHash) return undefined;
    return { block, confirmations: Number(head - block) + 1, isReverted: status === 'reverted' };
  };
  const included = await statusInBlock();
  if (included) return included;
  // A final block has used the nonce. Read the receipt again: the block may be newer than the first read.
  if (await isUsedFinally(client, hexOf(sender), BigInt(nonce), network)) return (await statusInBlock()) ?? 'displaced';
  const pending = await client.getTransaction({ hash: hexOf(hash) }).catch((error: unknown) => {
    if (error instanceof TransactionNotFoundError) return undefined;
    throw error;
  });
  return pending ? { confirmations: 0, isReverted: false } : 'unknown';
}

/**
 * Whether a final block includes a transaction with the nonce. Nodes may lack the state of earlier blocks, so the head
 * is read first.
 */
async function isUsedFinally(client: PublicClient, address: Hex, nonce: bigint, network: EvmNetwork): Promise<boolean> {
  if (BigInt(await client.getTransactionCount({ address, blockTag: 'latest' })) <= nonce) return false;
  const final = await finalBlock(client, network);
  if (final <= 0n) return false;
  return BigInt(await client.getTransactionCount({ address, blockNumber: final })) > nonce;
}
