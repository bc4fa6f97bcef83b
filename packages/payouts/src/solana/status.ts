import type { PayoutStatus } from '../payout-port.ts';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { finalityDepth } from '../finality.ts';
import { Network } from '@wusd/api-sdk/domain';
import { nonceIn, type NonceName } from './accounts.ts';
import type { SolanaNode } from './node.ts';
import type { SolanaTransaction } from './transfers.ts';

/** The node methods in use. */
type StatusNode = Pick<SolanaNode, 'statusOf' | 'head' | 'accounts' | 'signaturesOf' | 'transaction'>;
type Included = Exclude<PayoutStatus, string>;

/** An attempt: the signature of its transaction, and its nonce. */
export interface Attempt {
  hash: string;
  nonce: NonceName;
}

/** Signatures of a nonce account in one request, and the maximum to search for the transaction that used a value. */
const pageSize = 1000;
const maxSearched = 2000;

/** Data of the instruction `AdvanceNonceAccount` in base58. */
const advanceNonce = '6vx8P';

/** Number of confirmations that only a finalized transaction has. */
const finalConfirmations = finalityDepth(Network.Solana);

/**
 * Whether a transaction, successful or not, used a value of a nonce account. Several accounts can have the same value.
 */
function usesNonce({ transaction: { message } }: SolanaTransaction, { account, value }: NonceName): boolean {
  const [first] = message.instructions;
  return (
    message.recentBlockhash === value &&
    first?.data === advanceNonce &&
    message.accountKeys[first.programIdIndex] === SYSTEM_PROGRAM_ADDRESS &&
    message.accountKeys[first.accounts[0] ?? -1] === account
  );
}

async function inclusionOf(node: StatusNode, hash: string): Promise<Included | undefined> {
  const found = await node.statusOf(hash);
  if (!found) return undefined;
  const { slot: block, hasFailed, status } = found;
  const head = await node.head('confirmed');
  if (status === 'processed' || block > head) return { confirmations: 0, isReverted: false };
  const confirmations = Number(head - block) + 1;
  return {
    block,
    // If the network stalls, slots pass but blocks do not become final.
    confirmations: status === 'finalized' ? confirmations : Math.min(confirmations, finalConfirmations - 1),
    isReverted: hasFailed,
  };
}

/** The finalized transaction that used a nonce value; undefined if the node does not return it. */
async function transactionUsing(node: StatusNode, nonce: NonceName): Promise<string | undefined> {
  const minContextSlot = await node.head('finalized');
  let before: string | undefined;
  for (let searched = 0; searched < maxSearched; searched += pageSize) {
    const page = await node.signaturesOf(nonce.account, { before, limit: pageSize, minContextSlot });
    for (const { signature, slot, confirmationStatus } of page) {
      if ((confirmationStatus ?? 'finalized') !== 'finalized' || slot > minContextSlot) continue;
      const transaction = await node.transaction(signature);
      if (transaction && transaction.slot <= minContextSlot && usesNonce(transaction, nonce)) return signature;
    }
    if (page.length < pageSize) return undefined;
    before = page.at(-1)?.signature;
  }
  return undefined;
}

/**
 * Status of an attempt according to one node. `displaced` requires the finalized transaction that used the nonce value:
 * a node that has pruned the attempt's own transaction also reports an advanced nonce.
 */
export async function statusAt(node: StatusNode, { hash, nonce }: Attempt): Promise<PayoutStatus> {
  const included = await inclusionOf(node, hash);
  if (included) return included;
  const [account] = await node.accounts([nonce.account], 'finalized');
  if (nonceIn(account)?.value === nonce.value) return 'unknown';
  const user = await transactionUsing(node, nonce);
  // The attempt may have been included after the first read.
  const includedSince = await inclusionOf(node, hash);
  if (includedSince) return includedSince;
  return user !== undefined && user !== hash ? 'displaced' : 'unknown';
}
