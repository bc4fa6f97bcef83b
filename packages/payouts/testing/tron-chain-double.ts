import { type Hex, TransactionReceiptNotFoundError, type TransactionReceipt } from 'viem';
import { hexOf } from '../src/evm/hex.ts';
import type { EvmNode } from './evm-node.ts';
import type { DecodedTransaction } from './tron-transactions.ts';

/** Price of a unit of energy in sun. */
export const energyFee = 210;
const maxExpirationMs = 86_400_000;
const blockIntervalMs = 3000;
/** Number of blocks on top that make a block solid: 18 of 27 super representatives besides its own. */
const blocksToSolid = 18n;
/** Gas that an EVM charges before a contract runs. Tron has no such energy. */
const intrinsicGas = 22_000n;

export interface DoubleBlock {
  height: bigint;
  /** 64 hexadecimal digits; the first 16 are the height. */
  id: string;
  parent: string;
  /** In milliseconds since 1970. */
  timestamp: number;
}

/** Outcome of a transaction. */
interface DoubleResult {
  receipt: TransactionReceipt;
  result: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
}

export type TronChainDouble = Awaited<ReturnType<typeof createTronChainDouble>>;

/**
 * A double of a Tron chain: java-tron's rules for transactions, on a real EVM node that stores the blocks and the
 * token.
 *
 * Not covered: energy metering (it counts gas, and treats fee limits as gas limits), bandwidth, fees in TRX, staking,
 * account permissions, the election and schedule of super representatives, the timing of blocks and their
 * solidification (18 blocks on top make a block solid), and java-tron's responses to malformed requests.
 */
export async function createTronChainDouble(evm: EvmNode, chainId: number) {
  const { client } = evm;
  const pool = new Map<string, DecodedTransaction>();
  /** Hashes on the EVM node by ids of broadcast transactions. Other transactions have the same hash on both. */
  const hashes = new Map<string, Hex>();
  const ids = new Map<string, string>();
  let time = 0;

  /** Id of a block, derived from its hash on the EVM node. */
  const blockId = (height: bigint, hash: string): string => {
    const digits = hash.slice(2);
    const head = height.toString(16).padStart(16, '0');
    return height === 0n
      ? head + digits.slice(16, 56) + chainId.toString(16).padStart(8, '0')
      : head + digits.slice(16);
  };
  const blockAt = async (height: bigint | 'latest'): Promise<DoubleBlock> => {
    const block = await client.getBlock(height === 'latest' ? { blockTag: height } : { blockNumber: height });
    const parentHeight = block.number - 1n;
    const parent = parentHeight < 0n ? '0'.repeat(64) : blockId(parentHeight, block.parentHash);
    return {
      height: block.number,
      id: blockId(block.number, block.hash),
      parent,
      timestamp: Number(block.timestamp) * 1000,
    };
  };
  const head = async (): Promise<DoubleBlock> => {
    const block = await blockAt('latest');
    time = block.timestamp;
    return block;
  };
  const idOf = (hash: string): string => ids.get(hash.toLowerCase()) ?? hash.slice(2).toLowerCase();
  const hashOf = (id: string): Hex => hashes.get(id) ?? hexOf(`0x${id}`);

  const resultOf = async (id: string): Promise<DoubleResult | undefined> => {
    const hash = hashOf(id);
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    });
    if (!receipt) return undefined;
    if (receipt.status === 'success') return { receipt, result: 'SUCCESS' };
    const { gas } = await client.getTransaction({ hash });
    return { receipt, result: receipt.gasUsed === gas ? 'OUT_OF_ENERGY' : 'REVERT' };
  };

  const hasReference = async ({ refBlockBytes, refBlockHash }: DecodedTransaction, top: bigint): Promise<boolean> => {
    const low = BigInt(`0x${refBlockBytes}`);
    const height = top - ((top - low) & 0xffffn);
    return height >= 0n && (await blockAt(height)).id.slice(16, 32) === refBlockHash;
  };

  /** The checks of `Wallet.broadcastTransaction` and `Manager.processTransaction`, in the same order. */
  const refusalOf = async (transaction: DecodedTransaction): Promise<string | undefined> => {
    const { id, signer, owner, contract, expiration } = transaction;
    const { height, timestamp } = await head();
    if (expiration < timestamp + blockIntervalMs) return 'TRANSACTION_EXPIRATION_ERROR';
    if (signer.toLowerCase() !== owner.toLowerCase()) return 'SIGERROR';
    if (!(await hasReference(transaction, height))) return 'TAPOS_ERROR';
    if (expiration > timestamp + maxExpirationMs) return 'TRANSACTION_EXPIRATION_ERROR';
    if (await resultOf(id)) return 'DUP_TRANSACTION_ERROR';
    return contract.toLowerCase() === evm.token.toLowerCase() ? undefined : 'CONTRACT_VALIDATE_ERROR';
  };

  const play = async ({ id, owner, contract, data, feeLimit }: DecodedTransaction): Promise<void> => {
    await client.setBalance({ address: owner, value: 10n ** 20n });
    await client.impersonateAccount({ address: owner });
    const gas = intrinsicGas + BigInt(Math.floor(feeLimit / energyFee));
    const hash = await client.sendTransaction({ account: owner, to: contract, data, gas, chain: null });
    hashes.set(id, hash);
    ids.set(hash.toLowerCase(), id);
  };

  return {
    evm,
    /** Time of the newest block read, in milliseconds. */
    time: (): number => time,
    head,
    blockAt,
    blockId,
    idOf,
    hashOf,
    resultOf,
    solidHeight: (top: bigint): bigint => (top > blocksToSolid ? top - blocksToSolid : 0n),
    /** @param isDropped whether the transaction is accepted but lost @returns a code of `Return.response_code` */
    async broadcast(transaction: DecodedTransaction, isDropped: boolean): Promise<string> {
      const refusal = await refusalOf(transaction);
      if (refusal === undefined && !isDropped) pool.set(transaction.id, transaction);
      return refusal ?? 'SUCCESS';
    },
    /** Mines blocks, three seconds apart. The first block includes the pending transactions that have not expired. */
    async mine(blocks = 1): Promise<void> {
      const { timestamp } = await head();
      for (const transaction of pool.values())
        if (transaction.expiration >= timestamp + blockIntervalMs) await play(transaction);
      pool.clear();
      if (blocks > 0) await client.mine({ blocks, interval: blockIntervalMs / 1000 });
      await head();
    },
    /** Energy that a call would use; undefined if it would fail. */
    async simulate(from: Hex, to: Hex, data: Hex): Promise<bigint | undefined> {
      try {
        return (await client.estimateGas({ account: from, to, data })) - 21_000n;
      } catch {
        return undefined;
      }
    },
  };
}
