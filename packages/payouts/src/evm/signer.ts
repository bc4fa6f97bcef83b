import { parseGwei, parseUnits, type TransactionSerializable } from 'viem';
import { bytesToHex, encodeFunctionData, keccak256, publicKeyToAddress, serializeTransaction } from 'viem/utils';
import { signRecoverable } from '../keys/recovery.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import { PayoutRejected } from '../payout-port.ts';
import type { EvmNetwork } from './settings.ts';
import { erc20 } from './tokens.ts';

/** In wei per unit of gas (EIP-1559). */
export interface Fees {
  /** The network has no base fee: `maxFeePerGas` is the gas price. */
  type?: 'legacy';
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** A sender's nonce, and the fee of the transaction that uses it. */
interface Slot extends Fees {
  chainId: number;
  sender: `0x${string}`;
  nonce: number;
}

/** An unsigned token transfer. */
interface TokenTransfer extends Slot {
  token: `0x${string}`;
  to: `0x${string}`;
  /** In the smallest unit of the token. */
  units: bigint;
  gas: bigint;
}

/** Signs with the payout keys, and enforces its own limits regardless of the caller's checks. */
export interface Signer {
  /** Address of the current key. */
  address: `0x${string}`;
  /** @throws PayoutRejected if the transfer exceeds a limit, or its chain, token or sender is unknown */
  sign(transfer: TokenTransfer): Promise<`0x${string}`>;
  /**
   * Signs a transfer of zero from the sender to itself, without data.
   *
   * @throws PayoutRejected
   */
  cancel(slot: Slot): Promise<`0x${string}`>;
}

/** Fee fields of an EIP-1559 or a legacy transaction. */
export const feeFields = ({ type, maxFeePerGas, maxPriorityFeePerGas }: Fees) =>
  type === 'legacy'
    ? ({ type, gasPrice: maxFeePerGas } as const)
    : ({ type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas } as const);

/** Gas of a transfer without data, a fixed cost on EVM networks. */
const cancellationGas = 21_000n;

/** The address of a key on every EVM network. */
export const addressOfKey = ({ publicKey }: SigningKey<'secp256k1'>): `0x${string}` =>
  publicKeyToAddress(bytesToHex(publicKey));

/** @returns the signed transaction in RLP (EIP-1559, or EIP-155 for legacy transactions) */
export async function signTransaction(
  key: SigningKey<'secp256k1'>,
  transaction: TransactionSerializable,
): Promise<`0x${string}`> {
  const digest = keccak256(serializeTransaction(transaction), 'bytes');
  const { compact, recovery } = await signRecoverable(key, digest);
  return serializeTransaction(transaction, {
    r: bytesToHex(compact.subarray(0, 32)),
    s: bytesToHex(compact.subarray(32)),
    v: BigInt(27 + recovery),
    yParity: recovery,
  });
}

/**
 * Creates a signer that signs only cancellations, and transfers of configured tokens up to the limit per payout. The
 * daily limit is enforced in the database, because it covers the payouts of all server nodes.
 *
 * @param retiredKeys previous keys with payouts that are not final yet
 */
export function createEvmSigner(
  key: SigningKey<'secp256k1'>,
  retiredKeys: readonly SigningKey<'secp256k1'>[],
  networks: readonly EvmNetwork[],
): Signer {
  const keys = new Map([...retiredKeys, key].map((each) => [addressOfKey(each), each]));
  const keyOf = (sender: `0x${string}`): SigningKey<'secp256k1'> => {
    const match = keys.get(sender);
    if (!match) throw new PayoutRejected(`There is no key for sender ${sender}`, 'key-missing');
    return match;
  };
  const networkOf = (chainId: number): EvmNetwork => {
    const network = networks.find((each) => each.chainId === chainId);
    if (!network) throw new PayoutRejected(`The signer does not know chain ${chainId}`, 'not-configured');
    return network;
  };
  return {
    address: addressOfKey(key),
    async sign({ chainId, sender, nonce, token, to, units, gas, ...fees }) {
      const network = networkOf(chainId);
      const known = Object.values(network.tokens).find(({ address }) => address.toLowerCase() === token.toLowerCase());
      if (!known) throw new PayoutRejected('The signer does not know the token', 'not-configured');
      const { perPayout, maxFeeGwei } = network.limits;
      if (units > parseUnits(perPayout, known.decimals))
        throw new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit');
      if (fees.maxFeePerGas > parseGwei(maxFeeGwei) || gas > BigInt(network.gas))
        throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
      return signTransaction(keyOf(sender), {
        ...feeFields(fees),
        chainId,
        nonce,
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] }),
        gas,
      });
    },
    async cancel({ chainId, sender, nonce, ...fees }) {
      const { gas, limits } = networkOf(chainId);
      // The maximum total fee equals that of a payout. A cancellation needs less gas, so it can outbid a payout at the
      // limit.
      if (fees.maxFeePerGas * cancellationGas > parseGwei(limits.maxFeeGwei) * BigInt(gas))
        throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
      return signTransaction(keyOf(sender), {
        ...feeFields(fees),
        chainId,
        nonce,
        to: sender,
        value: 0n,
        gas: cancellationGas,
      });
    },
  };
}
