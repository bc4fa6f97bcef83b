import { createHash } from 'node:crypto';
import {
  extractBaseAddress,
  FeeBumpTransaction,
  Keypair,
  type Memo,
  type OperationRecord,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base';
import { toMinor } from '@wusd/api-sdk/money';

// A double of the Stellar network: ledgers in memory that close on request. It decodes transactions with stellar-sdk
// and applies stellar-core's rules for signatures, sequence numbers, fees, trustlines and balances.
//
// Not covered: consensus, path finding (a path payment has one asset), multisignature accounts, time bounds, sponsored
// reserves, and results of single operations. One submission queue represents the queues of all nodes.

export const baseFee = 100n;
export const baseReserve = 5_000_000n;

export interface Line {
  balance: bigint;
  limit: bigint;
  sellingLiabilities: bigint;
  isAuthorized: boolean;
  modified: bigint;
}

export interface AccountState {
  sequence: bigint;
  sequenceLedger: bigint;
  native: bigint;
  /** By `code:issuer`. */
  lines: Map<string, Line>;
  data: Map<string, string>;
  modified: bigint;
}

export interface Applied {
  hash: string;
  innerHash: string | undefined;
  raw: string;
  inner: Transaction;
  ledger: bigint;
  /** Position in the ledger, from 1. */
  order: bigint;
  isSuccessful: boolean;
}

export interface Ledger {
  sequence: bigint;
  hash: string;
  previous: string;
  transactions: Applied[];
  /** State after the ledger. */
  accounts: Map<string, AccountState>;
}

export type Submission = { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' } | { status: 'ERROR'; result: string };

type Code = 'txBadSeq' | 'txBadAuth' | 'txInsufficientFee' | 'txInsufficientBalance' | 'txNoAccount';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const innerOf = (outer: Transaction | FeeBumpTransaction): Transaction =>
  outer instanceof FeeBumpTransaction ? outer.innerTransaction : outer;
const charged = (outer: Transaction | FeeBumpTransaction): bigint =>
  BigInt(innerOf(outer).operations.length + (outer instanceof FeeBumpTransaction ? 1 : 0));
/** Offered fee of a transaction, in stroops per operation. */
const rateOf = (outer: Transaction | FeeBumpTransaction): bigint => BigInt(outer.fee) / charged(outer);

const isSigned = (tx: Transaction | FeeBumpTransaction, account: string): boolean => {
  const key = Keypair.fromPublicKey(extractBaseAddress(account));
  return tx.signatures.length === 1 && tx.signatures.every(({ signature }) => key.verify(tx.hash(), signature));
};

interface Invalidity {
  code: Code;
  /** Whether the code belongs to the inner transaction of a fee bump, which reports it within its own result. */
  isInner: boolean;
}

function resultOf({ code, isInner }: Invalidity, tx: Transaction | FeeBumpTransaction): string {
  const inner = () =>
    new xdr.InnerTransactionResult({
      feeCharged: 0n,
      result: xdr.InnerTransactionResultResult[code](),
      ext: xdr.InnerTransactionResultExt.v0(),
    });
  const result = isInner
    ? xdr.TransactionResultResult.txFeeBumpInnerFailed(
        new xdr.InnerTransactionResultPair({ transactionHash: innerOf(tx).hash(), result: inner() }),
      )
    : xdr.TransactionResultResult[code]();
  return new xdr.TransactionResult({ feeCharged: 0n, result, ext: xdr.TransactionResultExt.v0() }).toXdr('base64');
}

export type LedgerDouble = ReturnType<typeof createLedgerDouble>;

export function createLedgerDouble(passphrase: string) {
  let accounts = new Map<string, AccountState>();
  const ledgers: Ledger[] = [
    { sequence: 1n, hash: sha256(passphrase), previous: '0'.repeat(64), transactions: [], accounts },
  ];
  /** Holds one pending transaction per account. */
  const queue = new Map<string, { raw: string; tx: Transaction | FeeBumpTransaction }>();
  let surge = baseFee;

  const latest = (): Ledger => {
    const ledger = ledgers.at(-1);
    if (!ledger) throw new Error('There is no ledger');
    return ledger;
  };
  const next = (): bigint => latest().sequence + 1n;
  const accountOf = (id: string): AccountState => {
    const account = accounts.get(id);
    if (!account) throw new Error(`There is no account ${id}`);
    return account;
  };
  const reserveOf = ({ lines, data }: AccountState): bigint => baseReserve * BigInt(2 + lines.size + data.size);

  /** Reason why a transaction can't be included at present. */
  const invalidity = (tx: Transaction | FeeBumpTransaction): Invalidity | undefined => {
    const outside = (code: Code): Invalidity => ({ code, isInner: false });
    const inside = (code: Code): Invalidity => ({ code, isInner: tx instanceof FeeBumpTransaction });
    const inner = innerOf(tx);
    const [source, payer] = [inner.source, tx instanceof FeeBumpTransaction ? tx.feeSource : inner.source].map(
      extractBaseAddress,
    );
    const [account, paying] = [accounts.get(source ?? ''), accounts.get(payer ?? '')];
    if (!account || !paying || source === undefined || payer === undefined) return outside('txNoAccount');
    const isBumped = tx instanceof FeeBumpTransaction && rateOf(tx) < rateOf(inner);
    if (rateOf(tx) < baseFee || isBumped) return outside('txInsufficientFee');
    if (!isSigned(tx, payer)) return outside('txBadAuth');
    if (paying.native - reserveOf(paying) < BigInt(tx.fee)) return outside('txInsufficientBalance');
    if (BigInt(inner.sequence) !== account.sequence + 1n) return inside('txBadSeq');
    return isSigned(inner, source) ? undefined : inside('txBadAuth');
  };

  const move = (id: string, asset: string, units: bigint, isIssuer: boolean): boolean => {
    if (isIssuer) return true;
    const line = accounts.get(id)?.lines.get(asset);
    if (!line?.isAuthorized) return false;
    line.balance += units;
    line.modified = next();
    return line.balance >= line.sellingLiabilities && line.balance <= line.limit;
  };
  const pay = (from: string, to: string, asset: string, amount: string): boolean => {
    const [units, issuer] = [toMinor(amount, 7), asset.split(':')[1]];
    return accounts.has(to) && move(from, asset, -units, from === issuer) && move(to, asset, units, to === issuer);
  };
  const payNative = (from: string, to: string, amount: string): boolean => {
    const [payer, payee] = [accounts.get(from), accounts.get(to)];
    if (!payer || !payee) return false;
    payer.native -= toMinor(amount, 7);
    payee.native += toMinor(amount, 7);
    return payer.native >= reserveOf(payer);
  };
  const apply = (source: string, operation: OperationRecord): boolean => {
    if (operation.type === 'bumpSequence') {
      const account = accountOf(source);
      if (BigInt(operation.bumpTo) > account.sequence) account.sequence = BigInt(operation.bumpTo);
      return true;
    }
    if (operation.type === 'payment') {
      const to = extractBaseAddress(operation.destination);
      if (operation.asset.isNative()) return payNative(source, to, operation.amount);
      return pay(source, to, operation.asset.toString(), operation.amount);
    }
    const isStrictSend = operation.type === 'pathPaymentStrictSend';
    if (!isStrictSend && operation.type !== 'pathPaymentStrictReceive') return false;
    const amount = isStrictSend ? operation.sendAmount : operation.destAmount;
    return pay(source, extractBaseAddress(operation.destination), operation.destAsset.toString(), amount);
  };

  const include = (raw: string, tx: Transaction | FeeBumpTransaction, order: bigint): Applied => {
    const inner = innerOf(tx);
    const source = extractBaseAddress(inner.source);
    const account = accountOf(source);
    account.native -= baseFee * charged(tx);
    Object.assign(account, { sequence: BigInt(inner.sequence), sequenceLedger: next(), modified: next() });
    const before = structuredClone(accounts);
    const isSuccessful = inner.operations.every((each) => apply(source, each));
    if (!isSuccessful) accounts = before;
    const innerHash = tx instanceof FeeBumpTransaction ? hex(inner.hash()) : undefined;
    return { hash: hex(tx.hash()), innerHash, raw, inner, ledger: next(), order, isSuccessful };
  };

  const closeLedger = (): void => {
    accounts = structuredClone(accounts);
    const transactions: Applied[] = [];
    for (const [source, { raw, tx }] of queue) {
      if (rateOf(tx) < surge) continue;
      queue.delete(source);
      if (invalidity(tx) === undefined) transactions.push(include(raw, tx, BigInt(transactions.length + 1)));
    }
    const { hash: previous } = latest();
    const hash = sha256(`${previous} ${next()} ${transactions.map((each) => each.hash).join(' ')}`);
    ledgers.push({ sequence: next(), hash, previous, transactions, accounts });
  };

  return {
    passphrase,
    ledgers,
    latest,
    surge: (): bigint => surge,
    /** Sets the fee per operation that a transaction must offer to be included. */
    setSurge: (fee: bigint): void => void (surge = fee),

    close(count = 1): void {
      for (let closed = 0; closed < count; closed += 1) closeLedger();
    },

    /** Changes accounts, effective from the next ledger, and closes it. No transaction is modelled for the change. */
    arrange(change: (accounts: Map<string, AccountState>, ledger: bigint) => void): void {
      accounts = structuredClone(accounts);
      change(accounts, next());
      closeLedger();
    },

    /** The submission queue of stellar-core. @throws Error if the transaction can't be decoded */
    submit(raw: string): Submission {
      const tx = TransactionBuilder.fromXdr(raw, passphrase);
      const inner = innerOf(tx);
      const source = extractBaseAddress(inner.source);
      const pending = queue.get(source)?.tx;
      const fail = (invalid: Invalidity): Submission => ({ status: 'ERROR', result: resultOf(invalid, tx) });
      if (pending && hex(pending.hash()) === hex(tx.hash())) return { status: 'DUPLICATE' };
      if (pending) {
        const [sequence, current] = [BigInt(inner.sequence), BigInt(innerOf(pending).sequence)];
        if (sequence < current) return fail({ code: 'txBadSeq', isInner: false });
        if (!(tx instanceof FeeBumpTransaction) || sequence !== current) return { status: 'TRY_AGAIN_LATER' };
        if (rateOf(tx) < 10n * rateOf(pending)) return fail({ code: 'txInsufficientFee', isInner: false });
      }
      const invalid = invalidity(tx);
      if (invalid) return fail(invalid);
      queue.set(source, { raw, tx });
      return { status: 'PENDING' };
    },
  };
}

/** Type and text of a memo in Horizon's format. */
export function memoFields(memo: Memo): { memo_type: string; memo?: string; memo_bytes?: string } {
  const { type, value } = memo;
  if (value === null) return { memo_type: type };
  const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value);
  if (type === 'text') return { memo_type: type, memo: bytes.toString(), memo_bytes: bytes.toString('base64') };
  return { memo_type: type, memo: type === 'id' ? bytes.toString() : bytes.toString('base64') };
}
