import type { PayoutStatus, SentPayout } from '../payout-port.ts';
import { type Decoded, decodeAttempt } from './envelope.ts';
import type { Horizon } from './horizon.ts';
import type { HorizonTransaction } from './schemas.ts';
import { pagingToken } from './transfers.ts';

/** Maximum pages of a sender's transactions to search for the transaction that used a sequence number. */
const maxPages = 25;

/**
 * Status of an attempt according to one node.
 *
 * Absence proves nothing: a node may lag behind, have partial history, or filter it. So `displaced` requires another
 * transaction with the attempt's sequence number, in a closed ledger and signed by the sender.
 *
 * @throws TypeError if the record contradicts the signed transaction
 */
export async function statusAt(horizon: Horizon, sent: SentPayout, passphrase: string): Promise<PayoutStatus> {
  const attempt = decodeAttempt(sent.raw, passphrase);
  if (attempt.hash !== sent.hash || attempt.source !== sent.sender || attempt.sequence.toString() !== sent.nonce)
    throw new TypeError('The recorded payout is not the one that was signed');

  const inclusion = async (): Promise<PayoutStatus | undefined> => {
    const transaction = await horizon.transaction(attempt.innerHash);
    if (!transaction) return undefined;
    const { latest } = await horizon.root();
    const { ledger: block, successful } = transaction;
    // A server that lags behind returns an earlier ledger as the latest.
    if (block > latest) return undefined;
    return { block, confirmations: Number(latest - block) + 1, isReverted: !successful };
  };

  const included = await inclusion();
  if (included) return included;
  if (!(await isNumberUsedByAnother(horizon, sent.sender, attempt, passphrase))) return 'unknown';
  // Read the attempt again, because its ledger may have closed between the two responses.
  return (await inclusion()) ?? 'displaced';
}

/** Whether the sender's transactions prove that another transaction used the attempt's sequence number. */
async function isNumberUsedByAnother(
  horizon: Horizon,
  sender: string,
  attempt: Decoded,
  passphrase: string,
): Promise<boolean> {
  const account = await horizon.account(sender);
  const { latest } = await horizon.root();
  if (!account || account.sequence < attempt.sequence) return false;
  // No sequence number was used after this ledger, so newer payments to the account are skipped.
  let token = pagingToken((account.sequence_ledger ?? latest) + 1n);
  for (let pages = 0; pages < maxPages; pages += 1) {
    const transactions = await horizon.transactionsOf(sender, token);
    const own = transactions.filter((each) => each.source_account === sender);
    const found = own.find((each) => each.source_account_sequence === attempt.sequence);
    if (found) return found.ledger <= latest && isAnother(found, sender, attempt, passphrase);
    const isPast = own.some((each) => each.source_account_sequence < attempt.sequence);
    const last = transactions.at(-1);
    if (isPast || !last) return false;
    token = last.paging_token;
  }
  return false;
}

/** Whether a transaction is signed by the sender, has the attempt's sequence number, and differs from the attempt. */
function isAnother(
  { envelope_xdr: raw }: HorizonTransaction,
  sender: string,
  attempt: Decoded,
  passphrase: string,
): boolean {
  if (raw === undefined) return false;
  const other = decodeAttempt(raw, passphrase);
  return (
    other.source === sender &&
    other.sequence === attempt.sequence &&
    other.innerHash !== attempt.innerHash &&
    other.isSignedBy(sender)
  );
}
