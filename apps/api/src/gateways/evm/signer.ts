import { parseGwei, parseUnits } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { encodeFunctionData } from 'viem/utils';
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

/** A nonce of a sender, and the fee offered for its transaction. */
interface Slot extends Fees {
  chainId: number;
  sender: `0x${string}`;
  nonce: number;
}

/** A token transfer to be signed. */
interface TokenTransfer extends Slot {
  token: `0x${string}`;
  to: `0x${string}`;
  /** In the smallest unit of the token. */
  units: bigint;
  gas: bigint;
}

/** Holds the payout keys, and enforces limits of its own whatever its caller has checked. */
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

/** The fee fields of a transaction of EIP-1559, or of the kind before it. */
const feeFields = ({ type, maxFeePerGas, maxPriorityFeePerGas }: Fees) =>
  type === 'legacy'
    ? ({ type, gasPrice: maxFeePerGas } as const)
    : ({ type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas } as const);

/** Gas of a transfer without data, a fixed cost on EVM networks. */
const cancellationGas = 21_000n;

/**
 * A signer with keys in this process. It signs only cancellations, and transfers of configured tokens up to the limit
 * per payout. The daily limit counts the payouts of all nodes, so it is enforced in the database instead.
 */
export function createLocalSigner(
  key: `0x${string}`,
  retiredKeys: readonly `0x${string}`[],
  networks: readonly EvmNetwork[],
): Signer {
  const account = privateKeyToAccount(key);
  const accounts = new Map(
    [account, ...retiredKeys.map((each) => privateKeyToAccount(each))].map((each) => [each.address, each]),
  );
  const accountOf = (sender: `0x${string}`): PrivateKeyAccount => {
    const match = accounts.get(sender);
    if (!match) throw new PayoutRejected(`There is no key for sender ${sender}`, 'key-missing');
    return match;
  };
  const networkOf = (chainId: number): EvmNetwork => {
    const network = networks.find((each) => each.chainId === chainId);
    if (!network) throw new PayoutRejected(`The signer does not know chain ${chainId}`, 'not-configured');
    return network;
  };
  return {
    address: account.address,
    async sign({ chainId, sender, nonce, token, to, units, gas, ...fees }) {
      const network = networkOf(chainId);
      const known = Object.values(network.tokens).find(({ address }) => address.toLowerCase() === token.toLowerCase());
      if (!known) throw new PayoutRejected('The signer does not know the token', 'not-configured');
      const { perPayout, maxFeeGwei } = network.limits;
      if (units > parseUnits(perPayout, known.decimals))
        throw new PayoutRejected('The amount exceeds the limit per payout', 'payout-limit');
      if (fees.maxFeePerGas > parseGwei(maxFeeGwei) || gas > BigInt(network.gas))
        throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
      return accountOf(sender).signTransaction({
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
      // The total fee is limited to a payout's. With less gas, a cancellation can outbid a payout at the limit.
      if (fees.maxFeePerGas * cancellationGas > parseGwei(limits.maxFeeGwei) * BigInt(gas))
        throw new PayoutRejected('The fee exceeds the limit of the signer', 'fee-limit');
      return accountOf(sender).signTransaction({
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
