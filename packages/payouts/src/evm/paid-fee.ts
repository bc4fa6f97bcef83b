import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import { hexToBigInt } from 'viem/utils';
import { hexOf } from './hex.ts';
import type { EvmNetwork } from './settings.ts';
import { blockHashAt, finalBlock } from './tokens.ts';

/**
 * What a transaction paid for its gas, and on a rollup for its data, in wei.
 *
 * @returns undefined if no final block has the transaction, or it is another sender's
 */
export async function paidFee(
  client: PublicClient,
  { hash, sender }: { hash: string; sender: string },
  network: EvmNetwork,
): Promise<bigint | undefined> {
  const receipt = await client.getTransactionReceipt({ hash: hexOf(hash) }).catch((error: unknown) => {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  });
  if (!receipt || receipt.from.toLowerCase() !== sender.toLowerCase()) return undefined;
  const { blockNumber, blockHash, gasUsed } = receipt;
  if (blockNumber > (await finalBlock(client, network))) return undefined;
  if ((await blockHashAt(client, blockNumber)) !== blockHash) return undefined;
  const price = reportedPrice(receipt) ?? (await client.getTransaction({ hash: receipt.transactionHash })).gasPrice;
  return price === undefined ? undefined : gasUsed * price + dataFeeOf(receipt);
}

/** Nodes from before EIP-1559, as on Viction, leave it out. */
const reportedPrice = ({ effectiveGasPrice }: { effectiveGasPrice: bigint | null }): bigint | null => effectiveGasPrice;

/** Rollups of the OP Stack add a field to their receipts. */
function dataFeeOf(receipt: TransactionReceipt): bigint {
  const fee: unknown = Reflect.get(receipt, 'l1Fee');
  return typeof fee === 'string' ? hexToBigInt(hexOf(fee)) : 0n;
}
