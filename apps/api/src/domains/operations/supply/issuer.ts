import { zeroAddress } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { hexOf } from '@wusd/payouts/evm/hex';
import type { NetworkSettings } from '@wusd/payouts/network-settings';
import { fromEvmAddress, toEvmAddress } from '@wusd/payouts/tron/address';
import { familyOf } from '@wusd/server-kit/registry/networks';

/** The currency that we issue. */
export const issuedCurrency = 'WUSD';

const abi = parseAbi(['function mint(address to, uint256 value)', 'function burnFrom(address from, uint256 value)']);

/** The token contract on a network, and the encoding of its mints and burns. */
export interface Issuer {
  chainId: number;
  /** Address in the network's format. */
  contract: string;
  decimals: number;
  /** Sender of mints and recipient of burns, as adapters report them. */
  counterparty: string;
  /** Returns the call data of a mint or burn. @param units amount in units of the token */
  callData(kind: 'mint' | 'burn', address: string, units: bigint): string;
}

/**
 * @returns undefined if the network has no node, no WUSD token, or no contract that mints and burns (Solana and
 *   Stellar)
 */
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
