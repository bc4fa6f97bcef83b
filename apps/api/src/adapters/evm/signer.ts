import { parseGwei, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { encodeFunctionData } from 'viem/utils';
import type { Clock } from '../../clock.ts';
import { PayoutRefused } from '../../ports/index.ts';
import type { EvmNetwork } from './settings.ts';
import { erc20 } from './tokens.ts';

/** A transfer of tokens, as it is to be signed. */
export interface TokenTransfer {
  chainId: number;
  nonce: number;
  token: `0x${string}`;
  to: `0x${string}`;
  /** Of the token. */
  units: bigint;
  gas: bigint;
  /** EIP-1559, in wei. */
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Whoever holds the key that payouts leave by. It believes nothing of what it is asked but the transfer itself. */
export interface Signer {
  address: `0x${string}`;
  /** @throws PayoutRefused beyond its limits */
  sign(transfer: TokenTransfer): Promise<`0x${string}`>;
}

const dayMs = 24 * 60 * 60_000;

/**
 * A key in this process. It signs nothing but transfers of the tokens that it knows, none above what one may be, and no more in a day; a
 * nonce that is signed again counts once. What it signed is forgotten with the process.
 */
export function createLocalSigner(key: `0x${string}`, networks: readonly EvmNetwork[], clock: Clock): Signer {
  const account = privateKeyToAccount(key);
  const signed = new Map<string, { at: number; chainId: number; token: string; units: bigint }>();
  return {
    address: account.address,
    async sign({ chainId, nonce, token, to, units, gas, maxFeePerGas, maxPriorityFeePerGas }) {
      const network = networks.find((each) => each.chainId === chainId);
      const known = Object.values(network?.tokens ?? {}).find(
        ({ address }) => address.toLowerCase() === token.toLowerCase(),
      );
      if (!network || !known) throw new PayoutRefused('No token that the signer knows');
      const { perPayout, perDay, maxFeeGwei } = network.limits;
      if (units > parseUnits(perPayout, known.decimals)) throw new PayoutRefused('More than one payout may be');
      if (maxFeePerGas > parseGwei(maxFeeGwei) || gas > BigInt(network.gas))
        throw new PayoutRefused('A higher fee than the signer pays');
      const now = clock.now().getTime();
      for (const [id, { at }] of signed) if (at <= now - dayMs) signed.delete(id);
      const id = `${chainId}:${nonce}`;
      const others = [...signed].filter(
        ([other, each]) => other !== id && each.chainId === chainId && each.token === token,
      );
      const today = others.reduce((sum, [, each]) => sum + each.units, units);
      if (today > parseUnits(perDay, known.decimals)) throw new PayoutRefused('More than may leave in a day');
      signed.set(id, { at: now, chainId, token, units });
      return account.signTransaction({
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
  };
}
