import { isOffCurveAddress } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { AccountState } from '@solana-program/token';
import type { RecipientProblem } from '../payout-port.ts';
import { associatedTokenAccount, isSolanaAddress, tokenAccountIn } from './accounts.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaToken } from './settings.ts';

/**
 * Reason why tokens sent to an address would be lost or rejected.
 *
 * | Address | Accepted |
 * |---|---|
 * | key pair without an account, or with a system account without data | yes |
 * | program-derived with a system account without data, such as multisig vaults | yes |
 * | program-derived without an account, such as token accounts that do not exist yet | no |
 * | token account, mint, program or other data | no |
 * | any address whose associated token account is frozen or belongs to another owner | no |
 */
export async function recipientProblemOf(
  node: SolanaNode,
  to: string,
  { mint }: SolanaToken,
): Promise<RecipientProblem | undefined> {
  if (!isSolanaAddress(to)) return 'not-an-owner';
  const ata = await associatedTokenAccount(to, mint);
  const [owner, account] = await node.accounts([to, ata], 'confirmed');
  const isPlain = owner?.program === SYSTEM_PROGRAM_ADDRESS && !owner.isExecutable && owner.data.length === 0;
  if (owner ? !isPlain : isOffCurveAddress(to)) return 'not-an-owner';
  if (!account || isUnused(account.program, account.data)) return undefined;
  const found = tokenAccountIn(account);
  const isUsable = found?.owner === to && found.mint === mint && found.state === AccountState.Initialized;
  return isUsable ? undefined : 'not-an-owner';
}

/** An address can receive lamports before its token account is created. */
const isUnused = (program: string, data: Uint8Array): boolean =>
  program === SYSTEM_PROGRAM_ADDRESS && data.length === 0;
