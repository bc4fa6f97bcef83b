import type { EvmToken } from '../evm/settings.ts';
import { toEvmAddress } from './address.ts';
import type { TronToken } from './settings.ts';

/** Converts a token for the shared reader of event logs. */
export const evmToken = ({ address, decimals }: TronToken): EvmToken => ({ address: toEvmAddress(address), decimals });

export const evmTokens = (tokens: Readonly<Record<string, TronToken>>): Record<string, EvmToken> =>
  Object.fromEntries(Object.entries(tokens).map(([currency, token]) => [currency, evmToken(token)]));
