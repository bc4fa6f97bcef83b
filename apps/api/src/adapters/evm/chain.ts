import { HDKey } from '@scure/bip32';
import { type PublicClient, parseEventLogs, TransactionReceiptNotFoundError, type TransactionReceipt } from 'viem';
import { publicKeyToAddress } from 'viem/utils';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { ChainPort, ChainTransfer } from '../../ports/index.ts';
import type { EvmNetwork } from './settings.ts';
import { createNode, erc20, toLedger } from './tokens.ts';

/** As many blocks as are read at once: nodes refuse more, or answer slowly. */
const span = 1000n;

/**
 * What comes over a network that works as Ethereum does: transfers in the logs of its tokens.
 *
 * @param depositKey extended public key whose children are customers'
 * @param hotAddress that payouts leave from
 */
export function createEvmChain(network: EvmNetwork, depositKey: string, hotAddress: `0x${string}`): ChainPort {
  const { networkId, tokens } = network;
  const node = createNode(network);
  const root = HDKey.fromExtendedKey(depositKey);
  const currencyAt = new Map(
    Object.entries(tokens).map(([currency, { address }]) => [address.toLowerCase(), currency]),
  );
  const addresses = Object.values(tokens).map(({ address }) => address);
  /** The newest block that was read to its end, and the highest that was ever seen. */
  let readHash: string | undefined;
  let highest = 0n;

  const transfersIn = (logs: TransactionReceipt['logs']): ChainTransfer[] =>
    parseEventLogs({ abi: erc20, eventName: 'Transfer', logs }).flatMap((log) => {
      const currency = currencyAt.get(log.address.toLowerCase());
      const token = tokens[currency ?? ''];
      // Whoever wants to be mistaken for somebody sends nothing, from anybody's address.
      if (currency === undefined || !token || log.args.value === 0n) return [];
      const { transactionHash: hash, logIndex, args } = log;
      const amount = toLedger(currency, token, args.value);
      return [{ networkId, hash, logIndex, sender: args.from, address: args.to, currency, amount }];
    });

  const receiptOf = async (client: PublicClient, hash: string): Promise<TransactionReceipt | undefined> => {
    const [head, receipt] = await Promise.all([
      client.getBlockNumber(),
      client.getTransactionReceipt({ hash: hash as `0x${string}` }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }),
    ]);
    if (!receipt && head < highest) throw new Error(`The node of network ${networkId} is behind`);
    highest = head > highest ? head : highest;
    return receipt;
  };

  return {
    async depositTarget(_, keyIndex) {
      const { publicKey } = root.deriveChild(Number(keyIndex));
      if (!publicKey) throw new Error('An extended key without a public one');
      const point = secp256k1.Point.fromBytes(publicKey).toHex(false);
      return { address: publicKeyToAddress(`0x${point}`) };
    },

    needsMemo: async () => false,

    async transfersSince(_, cursor) {
      const client = await node();
      const head = await client.getBlock({ blockTag: 'latest' });
      highest = head.number > highest ? head.number : highest;
      if (cursor >= head.number && head.hash === readHash) return { transfers: [], cursor };
      const safe = cursor - BigInt(network.finalBlocks);
      const fromBlock = safe > BigInt(network.startBlock) ? safe : BigInt(network.startBlock);
      const toBlock = fromBlock + span < head.number ? fromBlock + span : head.number;
      const logs = await client.getLogs({ event: erc20[0], address: addresses, fromBlock, toBlock });
      if (toBlock === head.number) readHash = head.hash;
      return { transfers: transfersIn(logs), cursor: toBlock > cursor ? toBlock : cursor };
    },

    async transfersOf(_, hash) {
      const receipt = await receiptOf(await node(), hash);
      return receipt?.status === 'success' ? transfersIn(receipt.logs) : [];
    },

    async confirmationsOf({ hash, logIndex }) {
      const client = await node();
      const receipt = await receiptOf(client, hash);
      // In another block it stands elsewhere, and is another transfer to us.
      if (!receipt?.logs.some((log) => log.logIndex === logIndex)) return undefined;
      return Number((await client.getBlockNumber()) - receipt.blockNumber) + 1;
    },

    async holdingsAt(_, cursor, ours) {
      const client = await node();
      const held = await Promise.all(
        Object.entries(tokens).map(async ([currency, token]) => {
          const balances = await Promise.all(
            [...ours, hotAddress].map((owner) =>
              client.readContract({
                abi: erc20,
                address: token.address,
                functionName: 'balanceOf',
                args: [owner as `0x${string}`],
                blockNumber: cursor,
              }),
            ),
          );
          const units = balances.reduce((sum, each) => sum + each, 0n);
          return [currency, toLedger(currency, token, units)] as const;
        }),
      );
      return new Map(held);
    },
  };
}
