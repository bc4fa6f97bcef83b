import { Network } from '@wusd/api-sdk/domain';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { evmNetworkIds, familyOf, isEvm } from '@wusd/server-kit/registry/networks';
import { ownAccountsOf, tokenAddressesOf } from '@wusd/payouts/network-settings';
import type { Services } from '../../services.ts';
import { accountBytes, hasMemo } from './address-formats.ts';
import { tokenContractsOf } from './token-contracts.ts';

/** Reason why payouts to an address are never allowed. */
export type Exclusion = 'burn-address' | 'token-contract' | 'own-address';

const errorNames = {
  'burn-address': 'ADDRESS_BURN',
  'token-contract': 'ADDRESS_TOKEN_CONTRACT',
  'own-address': 'ADDRESS_OWN',
} as const satisfies Record<Exclusion, string>;

/** Error for saving an excluded address, or paying out to it. */
export const exclusionError = (reasonCode: Exclusion, field: string): AppError =>
  new AppError(errorNames[reasonCode], { field, reasonCode });

/** Burn addresses of 20 bytes above the reserved range of `isBurn`. */
const burnAccounts = new Set([
  'dead000000000000000042069420694206942069',
  'dead000000000000000000000000000000000000',
  'deaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  'ffffffffffffffffffffffffffffffffffffffff',
]);

/** Well-known Solana programs whose addresses do not end in ones. */
const solanaPrograms = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
]);

/**
 * Whether no key can spend from an address: accounts below 65,536 on EVM networks and Tron, well-known programs on
 * Solana, and keys of one repeated byte on Stellar.
 *
 * @param address a result of `parseAddress`
 */
function isBurn(networkId: number, address: string): boolean {
  if (networkId === Network.Solana) return /1{8}[1-9A-HJ-NP-Za-km-z]?$/.test(address) || solanaPrograms.has(address);
  const account = accountBytes(networkId, address);
  if (networkId === Network.Stellar) return account.every((byte) => byte === account[0]);
  const hex = account.toString('hex');
  return /^0{36}/.test(hex) || burnAccounts.has(hex);
}

/**
 * Whether an address is a token contract. An EVM network excludes the token contracts of all EVM networks: no key
 * exists for such an address on any of them.
 */
function isTokenContract({ settings }: Pick<Services, 'settings'>, networkId: number, address: string): boolean {
  const related = isEvm(networkId) ? evmNetworkIds : [networkId];
  const configured = tokenAddressesOf(settings.networks, familyOf(networkId));
  const known = [...related.flatMap(tokenContractsOf), ...configured];
  return known.some((each) => (isEvm(networkId) ? each.toLowerCase() === address.toLowerCase() : each === address));
}

/** Whether an address is a deposit address, a nonce account, or a current or retired payout sender. */
async function isOwn(
  { gateways, settings }: Pick<Services, 'gateways' | 'settings'>,
  db: Db | Trx,
  networkId: number,
  address: string,
): Promise<boolean> {
  // Listed deposit addresses have no row until a customer requests them.
  if (ownAccountsOf(settings.networks, familyOf(networkId)).includes(address)) return true;
  if (address === (await gateways.payouts.sender(networkId))) return true;
  // On a network with memos all deposits share one account. It has no row until a customer requests it.
  if (hasMemo(networkId) && address === (await gateways.chain.depositTarget(networkId, 0n)).address) return true;
  const related = isEvm(networkId) ? evmNetworkIds : [networkId];
  const deposit = await db
    .selectFrom('deposit_address')
    .select('network_id')
    .where('network_id', 'in', related)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  if (deposit) return true;
  const sender = await db
    .selectFrom('payout_sender')
    .select('network_id')
    .where('network_id', 'in', related)
    .where('sender', '=', address)
    .limit(1)
    .executeTakeFirst();
  return sender !== undefined;
}

/**
 * Returns the reason why an address is excluded from payouts; undefined if payouts are allowed.
 *
 * @param address a result of `parseAddress`
 */
export async function findExclusion(
  services: Pick<Services, 'gateways' | 'settings'>,
  db: Db | Trx,
  networkId: number,
  address: string,
): Promise<Exclusion | undefined> {
  if (isBurn(networkId, address)) return 'burn-address';
  if (isTokenContract(services, networkId, address)) return 'token-contract';
  return (await isOwn(services, db, networkId, address)) ? 'own-address' : undefined;
}
