import { Buffer } from 'node:buffer';
import { extractBaseAddress, StrKey } from '@stellar/stellar-sdk/base';
import type { RecipientProblem } from '../payout-port.ts';
import type { HorizonAccount } from './horizon.ts';
import type { TrustLine } from './schemas.ts';
import type { StellarToken } from './settings.ts';

const isMuxed = (address: string): boolean => StrKey.isValidMed25519PublicKey(address);

/** The account of an address. @param address `G…` or `M…` @returns undefined for other text */
export function accountOf(address: string): string | undefined {
  if (StrKey.isValidEd25519PublicKey(address)) return address;
  return isMuxed(address) ? extractBaseAddress(address) : undefined;
}

export function trustLineOf(account: HorizonAccount, { code, issuer }: StellarToken): TrustLine | undefined {
  return account.balances.find(
    (line): line is TrustLine => 'asset_code' in line && line.asset_code === code && line.asset_issuer === issuer,
  );
}

/** Whether an account declares that payments to it need a memo (SEP-29). */
export function declaresMemo({ data }: HorizonAccount): boolean {
  const declared = data['config.memo_required'];
  return declared !== undefined && Buffer.from(declared, 'base64').toString('latin1') === '1';
}

/** @param account undefined if the account does not exist */
export function problemOf(
  account: HorizonAccount | undefined,
  token: StellarToken,
  { to, memo }: { to: string; memo?: string | undefined },
): RecipientProblem | undefined {
  if (!account) return 'account-missing';
  const line = trustLineOf(account, token);
  const hasRoom = line && line.limit - line.balance - line.buying_liabilities > 0n;
  if (!line?.is_authorized || !hasRoom) return 'trustline-missing';
  // The id within a muxed address serves as the memo.
  return declaresMemo(account) && !memo && !isMuxed(to) ? 'memo-required' : undefined;
}

/** Amount of a token that an account can pay out, in stroops. */
export function spendable(account: HorizonAccount, token: StellarToken): bigint {
  const line = trustLineOf(account, token);
  return line?.is_authorized ? line.balance - line.selling_liabilities : 0n;
}

/**
 * Amount that an account can spend on fees above its reserve, in stroops.
 *
 * @param baseReserve stroops; the reserve is two of these plus one per subentry
 */
export function forFees(account: HorizonAccount, baseReserve: bigint): bigint {
  const native = account.balances.find((each) => each.asset_type === 'native');
  if (!native) return 0n;
  const entries = 2n + account.subentry_count + account.num_sponsoring - account.num_sponsored;
  return native.balance - native.selling_liabilities - entries * baseReserve;
}
