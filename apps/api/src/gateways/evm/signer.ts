import { parseGwei, parseUnits } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { encodeFunctionData } from 'viem/utils';
import { PayoutRejected } from '../payout-port.ts';
import type { EvmNetwork } from './settings.ts';
import { erc20 } from './tokens.ts';

/** A place in a sender's order of transactions, and what is offered for it. */
interface Slot {
  chainId: number;
  sender: `0x${string}`;
  nonce: number;
  /** EIP-1559, in wei. */
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** A transfer of tokens, as it is to be signed. */
interface TokenTransfer extends Slot {
  token: `0x${string}`;
  to: `0x${string}`;
  /** Of the token. */
  units: bigint;
  gas: bigint;
}

/** Whoever holds the keys that payouts leave by. It believes nothing of what it is asked but the transfer itself. */
export interface Signer {
  /** Of the current key. */
  address: `0x${string}`;
  /** @throws PayoutRejected beyond its limits, or for a sender whose key it does not have */
  sign(transfer: TokenTransfer): Promise<`0x${string}`>;
  /**
   * A transfer of nothing from the sender to itself.
   *
   * @throws PayoutRejected
   */
  cancel(slot: Slot): Promise<`0x${string}`>;
}

/** Gas of a transfer without data: a fixed cost of every such network. */
const cancellationGas = 21_000n;

/**
 * Keys in this process. It signs nothing but transfers of the tokens that it knows, none above what one may be, and cancellations. The
 * daily limit counts what all nodes sign, so it is kept in the database and not here.
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
    const found = accounts.get(sender);
    if (!found) throw new PayoutRejected(`No key of ${sender}`, 'key-missing');
    return found;
  };
  const networkOf = (chainId: number): EvmNetwork => {
    const network = networks.find((each) => each.chainId === chainId);
    if (!network) throw new PayoutRejected(`No chain ${chainId} that the signer knows`);
    return network;
  };
  return {
    address: account.address,
    async sign({ chainId, sender, nonce, token, to, units, gas, maxFeePerGas, maxPriorityFeePerGas }) {
      const network = networkOf(chainId);
      const known = Object.values(network.tokens).find(({ address }) => address.toLowerCase() === token.toLowerCase());
      if (!known) throw new PayoutRejected('No token that the signer knows');
      const { perPayout, maxFeeGwei } = network.limits;
      if (units > parseUnits(perPayout, known.decimals)) throw new PayoutRejected('More than one payout may be');
      if (maxFeePerGas > parseGwei(maxFeeGwei) || gas > BigInt(network.gas))
        throw new PayoutRejected('A higher fee than the signer pays', 'fee-limit');
      return accountOf(sender).signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: token,
        value: 0n,
        data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] }),
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas,
      });
    },
    async cancel({ chainId, sender, nonce, maxFeePerGas, maxPriorityFeePerGas }) {
      const { gas, limits } = networkOf(chainId);
      // As much in all as a payout may cost: a cancellation takes less gas, so that it can outbid a payout at the limit.
      if (maxFeePerGas * cancellationGas > parseGwei(limits.maxFeeGwei) * BigInt(gas))
        throw new PayoutRejected('A higher fee than the signer pays', 'fee-limit');
      return accountOf(sender).signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        to: sender,
        value: 0n,
        gas: cancellationGas,
        maxFeePerGas,
        maxPriorityFeePerGas,
      });
    },
  };
}
