import { Network } from '@wusd/api-sdk/domain';
import { type Hex, parseAbi, parseEther, parseGwei, parseUnits, type PublicClient } from 'viem';
import { encodeFunctionData, keccak256 } from 'viem/utils';
import { minOf } from '@wusd/server-kit/bigints';
import type { SigningKey } from '../keys/signing-key.ts';
import type { EvmNetwork } from './settings.ts';
import { addressOfKey, type Fees, feeFields, signTransaction } from './signer.ts';
import { balancesOf, createNodeClients, erc20, finalBlock } from './tokens.ts';

/** Limits of sweeps on a network. */
export interface SweepLimits {
  /** Minimum balance to sweep by currency, in units of the token. Omitted currencies are not swept. */
  minimums: ReadonlyMap<string, bigint>;
  /** Maximum gas of a transfer. */
  maxGas: bigint;
  /** Maximum wei per unit of gas. */
  maxFeePerGas: bigint;
  /** Maximum wei that the gas account may send within 24 hours. */
  gasPerDay: bigint;
}

/** @returns undefined if the settings do not enable sweeps */
export function sweepLimits({ tokens, gas, limits, sweep }: EvmNetwork): SweepLimits | undefined {
  if (!sweep) return undefined;
  const minimums = Object.entries(sweep.minimum).flatMap(([currency, minimum]) => {
    const token = tokens[currency];
    return token ? [[currency, parseUnits(minimum, token.decimals)] as const] : [];
  });
  return {
    minimums: new Map(minimums),
    maxGas: BigInt(gas),
    maxFeePerGas: parseGwei(limits.maxFeeGwei),
    gasPerDay: parseEther(sweep.gasPerDay),
  };
}

/** A transfer between our own addresses: of a token, or of the native coin if `token` is undefined. */
export interface OwnTransfer {
  sender: Hex;
  recipient: Hex;
  token?: Hex | undefined;
  /** In units of the token, or in wei. */
  amount: bigint;
}

const call = ({ recipient, token, amount }: OwnTransfer) =>
  token === undefined
    ? ({ to: recipient, value: amount } as const)
    : ({
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [recipient, amount] }),
      } as const);

/**
 * Signs a transfer between our own addresses.
 *
 * @throws Error if the key is not the sender's
 */
export async function signOwnTransfer(
  key: SigningKey<'secp256k1'>,
  transfer: OwnTransfer & { chainId: number; nonce: number; gas: bigint; fees: Fees },
): Promise<{ raw: Hex; hash: Hex }> {
  const { chainId, nonce, gas, fees, sender } = transfer;
  if (addressOfKey(key) !== sender) throw new Error(`The key is not that of ${sender}`);
  const raw = await signTransaction(key, { ...feeFields(fees), chainId, nonce, gas, ...call(transfer) });
  return { raw, hash: keccak256(raw) };
}

/** OP Stack contract that reports a rollup's fee for the data that it posts to Ethereum. */
export const gasPriceOracle: Hex = '0x420000000000000000000000000000000000000F';
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)']);
/** Bytes of an unsigned token transfer, with a small margin. */
const transferBytes = 200n;

/** Treasury reads of a network. Calls use the network's first node unless stated otherwise. */
export type TreasuryNode = ReturnType<typeof createTreasuryNode>;

/** Reads balances and nonces of our own addresses on an EVM network. */
export function createTreasuryNode(network: EvmNetwork) {
  const { networkId, tokens } = network;
  const clients = createNodeClients(network);
  const [open] = clients;
  const countAt = async (client: PublicClient, address: Hex): Promise<bigint> =>
    BigInt(await client.getTransactionCount({ address, blockTag: 'latest' }));

  const unitsOf = async (client: PublicClient, token: Hex, owners: readonly Hex[], final: bigint) => {
    const [now, before] = [await balancesOf(client, token, owners), await balancesOf(client, token, owners, final)];
    return owners.map((_, index) => minOf(now[index] ?? 0n, before[index] ?? 0n));
  };

  return {
    /** Height of the latest final block. */
    finalBlock: async (): Promise<bigint> => finalBlock(await open(), network),

    /**
     * Owners with at least a minimum balance of a currency, both now and in the final block.
     *
     * @param minimum units of the token
     * @returns the lower of both balances by owner
     */
    async finalBalances(currency: string, owners: readonly Hex[], minimum: bigint): Promise<Map<Hex, bigint>> {
      const client = await open();
      const token = tokens[currency];
      const final = await finalBlock(client, network);
      if (!token || final <= 0n || owners.length === 0) return new Map();
      // Most owners have no balance, so the state of the older block is read only for the others.
      const now = await balancesOf(client, token.address, owners);
      const rich = owners.filter((_, index) => (now[index] ?? 0n) >= minimum);
      if (rich.length === 0) return new Map();
      const units = await unitsOf(client, token.address, rich, final);
      return new Map(rich.map((owner, index) => [owner, units[index] ?? 0n] as const).filter(([, n]) => n >= minimum));
    },

    /** Balance of the native coin at the head, in wei. */
    nativeBalance: async (address: Hex): Promise<bigint> => (await open()).getBalance({ address }),

    /** Number of transactions that an address has sent, up to the head. */
    transactionCount: async (address: Hex): Promise<bigint> => countAt(await open(), address),

    /** The number of transactions, agreed by all nodes. @throws Error if a node does not answer, or nodes disagree */
    async agreedTransactionCount(address: Hex): Promise<bigint> {
      const counts = await Promise.all(clients.map(async (node) => countAt(await node(), address)));
      const [count = 0n] = counts;
      if (counts.some((each) => each !== count))
        throw new Error(`Nodes of network ${networkId} disagree on the transactions of ${address}`);
      return count;
    },

    /** Gas that a transfer needs, with a margin of one fifth. @throws if the transfer would revert */
    async estimateGas(transfer: OwnTransfer): Promise<bigint> {
      const client = await open();
      return ((await client.estimateGas({ account: transfer.sender, ...call(transfer) })) * 6n) / 5n;
    },

    /** Data fee of a rollup for a transfer, in wei, in addition to its gas. */
    async dataFee(): Promise<bigint> {
      if (networkId !== Network.Base) return 0n;
      const client = await open();
      return client.readContract({
        abi: oracleAbi,
        address: gasPriceOracle,
        functionName: 'getL1FeeUpperBound',
        args: [transferBytes],
      });
    },
  };
}
