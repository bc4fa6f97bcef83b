import { Buffer } from 'node:buffer';
import {
  Account,
  extractBaseAddress,
  FeeBumpTransaction,
  Keypair,
  Memo,
  type Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';

// An attempt is a fee bump (CAP-15) of a transaction of the same account that offers the same fee per operation.
//
// stellar-core keeps one pending transaction for each account, and replaces it only by a fee bump with the same
// sequence number that offers ten times its fee per operation (TransactionQueue::canAdd). A plain transaction could
// never replace another one, so every attempt is a fee bump.
//
// The inner transactions of two attempts differ at least in their fee. Otherwise including one attempt would include
// both, but attempts with one sequence number must exclude each other. The inner transaction is tracked, because
// anybody who sees an attempt can include its inner transaction in another fee bump.
//
// There are no time bounds. An expired attempt leaves its sequence number unused and blocks all later numbers, so the
// number would have to be used anyway. Also, signing a payout twice must give the same bytes.

/** Operations that a payout or a cancellation is charged for: one operation and the fee bump. */
export const chargedOperations = 2n;

interface Unsigned {
  inner: Transaction;
  /** Adds the signature of the inner transaction. @returns the fee bump, which must be signed too */
  bump(): FeeBumpTransaction;
}

/** @param price stroops per operation */
export function buildAttempt(
  { sender, sequence, price, memo }: { sender: string; sequence: bigint; price: bigint; memo?: string | undefined },
  operation: ReturnType<typeof Operation.payment>,
  passphrase: string,
): Unsigned {
  const fee = price.toString();
  const source = new Account(sender, (sequence - 1n).toString());
  const inner = new TransactionBuilder(source, {
    fee,
    networkPassphrase: passphrase,
    memo: memo ? memoOf(memo) : Memo.none(),
    timebounds: { minTime: 0, maxTime: 0 },
  })
    .addOperation(operation)
    .build();
  return { inner, bump: () => TransactionBuilder.buildFeeBumpTransaction(sender, fee, inner, passphrase) };
}

/** Maximum value of an id memo. */
const highestId = 2n ** 64n - 1n;

/**
 * Creates an id memo from a decimal number, and a text memo from any other text.
 *
 * @throws RangeError if the text has more than 28 bytes
 */
export function memoOf(text: string): Memo {
  if (/^(0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= highestId) return Memo.id(text);
  if (Buffer.byteLength(text) > 28) throw new RangeError('A Stellar memo has at most 28 bytes');
  return Memo.text(text);
}

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Decoded fields of a signed transaction. */
export interface Decoded {
  /** Hash of the whole envelope. */
  hash: string;
  /** Hash of the transaction that uses the sequence number. */
  innerHash: string;
  /** Account of the sequence number, `G…`. */
  source: string;
  sequence: bigint;
  /** Whether an account's master key has signed the transaction that uses the sequence number. */
  isSignedBy(account: string): boolean;
}

/** Decodes a signed transaction. @param raw XDR in base64 @throws Error if decoding fails */
export function decodeAttempt(raw: string, passphrase: string): Decoded {
  const outer = TransactionBuilder.fromXdr(raw, passphrase);
  const inner = outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer;
  const innerHash = inner.hash();
  return {
    hash: hexOf(outer.hash()),
    innerHash: hexOf(innerHash),
    source: extractBaseAddress(inner.source),
    sequence: BigInt(inner.sequence),
    isSignedBy: (account) => {
      const key = Keypair.fromPublicKey(account);
      return inner.signatures.some(({ signature }) => key.verify(innerHash, signature));
    },
  };
}

/**
 * Result codes of a rejected transaction, e.g. `txBadSeq`: its own and the inner transaction's.
 *
 * @param result XDR in base64
 */
export function resultCodes(result: string): string[] {
  const decoded = xdr.TransactionResult.fromXdr(result, 'base64').result;
  if (decoded.type === 'txFeeBumpInnerFailed' || decoded.type === 'txFeeBumpInnerSuccess')
    return [decoded.type, decoded.innerResultPair.result.result.type];
  return [decoded.type];
}
