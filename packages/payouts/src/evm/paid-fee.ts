import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem';
import { hexToBigInt } from 'viem/utils';
import { hexOf } from './hex.ts';
import type { EvmNetwork } from './settings.ts';
import { blockHashAt, finalBlock } from './tokens.ts';

/**
 * Fee that a transaction paid, in wei: for gas, and on a rollup also for data.
 *
 * @returns undefined if no final block includes the transaction, or another sender sent it
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

/** Nodes older than EIP-1559, as on Viction, omit the price. */
const reportedPrice = ({ effectiveGasPrice }: { effectiveGasPrice: bigint | null }): bigint | null => effectiveGasPrice;

/** Rollups of the OP Stack add a field to their receipts. */
function dataFeeOf(receipt: TransactionReceipt): bigint {
  const fee: unknown = Reflect.get(receipt, 'l1Fee');
  return typeof fee === 'string' ? hexToBigInt(hexOf(fee)) : 0n;
}
