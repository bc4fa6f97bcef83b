import { Network } from '@wusd/api-sdk/domain';
import type { ChainPort, ChainTransfer, RecordedTransfer } from '../chain-port.ts';
import { combineViews } from '../sources/combine-views.ts';
import { hexOf } from '../evm/hex.ts';
import { askAll, askFirst, scanFirst } from '../sources/ask.ts';
import { createEvmSource, type EvmSource } from '../evm/source.ts';
import { totalSupply } from '../evm/tokens.ts';
import { toLedgerUnits } from '../token-units.ts';
import { createDepositAddresses } from '../sources/deposit-keys.ts';
import { fromEvmAddress, toEvmAddress } from './address.ts';
import type { TronNode } from './node.ts';
import type { TronSettings } from './settings.ts';
import { evmTokens } from './tokens.ts';

const transactionId = /^(0x)?[0-9a-f]{64}$/i;

/** Tron transaction ids have no 0x prefix. */
const fromEvmHash = (hash: string): string => hash.slice(2);
const toEvmHash = (id: string): string => `0x${id}`;

const fromEvm = (transfer: ChainTransfer): ChainTransfer => ({
  ...transfer,
  hash: fromEvmHash(transfer.hash),
  sender: fromEvmAddress(hexOf(transfer.sender)),
  address: fromEvmAddress(hexOf(transfer.address)),
});
const toEvm = (transfer: RecordedTransfer): RecordedTransfer => ({
  ...transfer,
  hash: toEvmHash(transfer.hash),
  address: toEvmAddress(transfer.address),
});

/**
 * Reads transfers of TRC-20 tokens from event logs, through java-tron's Ethereum-compatible JSON-RPC. Scans use the
 * first node that is ahead of the cursor. `transfersOf` and `inspect` query all nodes.
 */
export function createTronChain(network: TronSettings, nodes: readonly TronNode[]): ChainPort {
  const { chainId, startBlock, finalBlocks } = network;
  const described = { networkId: Network.Tron, chainId, startBlock, finalBlocks, tokens: evmTokens(network.tokens) };
  const sources = new Map(nodes.map((node) => [node, createEvmSource(described, () => node.client())]));
  const sourceOf = (node: TronNode): EvmSource => {
    const source = sources.get(node);
    if (!source) throw new Error(`${node.name} has no source`);
    return source;
  };
  const addressOf = createDepositAddresses(network.depositKey);

  return {
    depositTarget: async (_, keyIndex) => ({ address: fromEvmAddress(addressOf(keyIndex)) }),

    needsMemo: async () => false,

    async transfersSince(_, cursor, addresses, hash) {
      const recipients = addresses.map(toEvmAddress);
      const read = await scanFirst(nodes, cursor, (node) => sourceOf(node).transfersSince(cursor, hash, recipients));
      return { ...read, transfers: read.transfers.map(fromEvm) };
    },

    async transfersOf(_, hash) {
      if (!transactionId.test(hash)) return [];
      const digits = toEvmHash(hash.slice(-64).toLowerCase());
      const known = await askAll(nodes, (node) => sourceOf(node).transfersOf(digits));
      return known.find((transfers) => transfers.length > 0)?.map(fromEvm) ?? [];
    },

    async inspect(_, transfers) {
      const recorded = transfers.map(toEvm);
      return combineViews(await askAll(nodes, (node) => sourceOf(node).inspect(recorded)), nodes.length);
    },

    // java-tron only has balances at its head.
    holdingsAt: async () => undefined,

    async supply(_, currency) {
      const token = described.tokens[currency];
      if (!token) return undefined;
      const units = await askFirst(nodes, async (node) => totalSupply(await node.client(), token.address));
      return toLedgerUnits(currency, token, units);
    },
  };
}
