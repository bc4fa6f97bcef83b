import { zeroAddress } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { hexOf } from '@wusd/payouts/evm/hex';
import type { NetworkSettings } from '@wusd/payouts/network-settings';
import { fromEvmAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import { familyOf } from '@wusd/server-kit/registry/networks';

/** The currency that we issue. */
export const issuedCurrency = 'WUSD';

const abi = parseAbi(['function mint(address to, uint256 value)', 'function burnFrom(address from, uint256 value)']);

/** The token contract on a network, and how its mints and burns look there. */
export interface Issuer {
  chainId: number;
  /** As the network writes it. */
  contract: string;
  decimals: number;
  /** Sender of mints and recipient of burns, as adapters report them. */
  counterparty: string;
  /** The input of the contract's call. @param units of the token */
  callData(kind: 'mint' | 'burn', address: string, units: bigint): string;
}

/** @returns undefined where the network has no node, no token of ours, or no contract that mints and burns: on Solana and Stellar */
export function issuerOn(networks: NetworkSettings, networkId: number): Issuer | undefined {
  const family = familyOf(networkId);
  if (family !== 'evm' && family !== 'tron') return undefined;
  const network =
    family === 'evm' ? networks.evm?.networks.find((each) => each.networkId === networkId) : networks.tron;
  const token = network?.tokens[issuedCurrency];
  if (!network || !token) return undefined;
  return {
    chainId: network.chainId,
    contract: token.address,
    decimals: token.decimals,
    counterparty: family === 'tron' ? fromEvmAddress(zeroAddress) : zeroAddress,
    callData(kind, address, units) {
      const account = family === 'tron' ? toEvmAddress(address) : hexOf(address);
      return encodeFunctionData({ abi, functionName: kind === 'mint' ? 'mint' : 'burnFrom', args: [account, units] });
    },
  };
}
