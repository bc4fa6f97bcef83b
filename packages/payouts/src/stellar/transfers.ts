import { MuxedAccount, StrKey } from '@stellar/stellar-sdk/base';
import type { ChainTransfer } from '../chain-port.ts';
import { toLedgerUnits } from '../token-units.ts';
import type { HorizonPayment, HorizonTransaction } from './schemas.ts';
import { decimals, networkId, type StellarSettings } from './settings.ts';

/** A transfer before the hash of its ledger is known. */
export interface PendingTransfer extends Omit<ChainTransfer, 'block'> {
  ledger: bigint;
}

// Operation ids of Horizon (SEP-35): 32 bits of ledger, 20 of transaction, 12 of operation, which counts from 1.
const operationBits = 0xfffn;

/** The id before every operation of a ledger, used as a paging token. */
export const pagingToken = (ledger: bigint): bigint => ledger << 32n;
export const ledgerOf = (id: bigint): bigint => id >> 32n;

/**
 * Converts a payment operation to a transfer.
 *
 * @returns undefined if the transaction failed, or the asset is not configured
 * @throws Error if the response contradicts itself
 */
export function transferOf(settings: StellarSettings, payment: HorizonPayment): PendingTransfer | undefined {
  const { id, transaction, from, to, amount } = payment;
  const currency = currencyOf(settings, payment);
  if (!payment.transaction_successful || !transaction.successful || currency === undefined || amount === 0n)
    return undefined;
  const ledger = ledgerOf(id);
  if (ledger !== transaction.ledger) throw new Error('Horizon names two ledgers for one payment');
  const memo = muxedId(payment) ?? memoText(transaction);
  return {
    networkId,
    // Always the hash of the fee bump, although it can be requested by either of its two hashes.
    hash: transaction.fee_bump_transaction?.hash ?? transaction.hash,
    logIndex: Number(id & operationBits) - 1,
    sender: from,
    address: to,
    ...(memo !== undefined && { memo }),
    currency,
    amount: toLedgerUnits(currency, { decimals }, amount),
    ledger,
  };
}

function currencyOf({ tokens }: StellarSettings, payment: HorizonPayment): string | undefined {
  const found = Object.entries(tokens).find(
    ([, { code, issuer }]) => payment.asset_code === code && payment.asset_issuer === issuer,
  );
  return found?.[0];
}

/** The id in a muxed address. Horizon's own field for it is absent if the id is 0. */
function muxedId({ to, to_muxed: muxed }: HorizonPayment): string | undefined {
  if (muxed === undefined) return undefined;
  if (!StrKey.isValidMed25519PublicKey(muxed)) throw new Error('Horizon answered with a muxed address that is not one');
  const account = MuxedAccount.fromAddress(muxed, '0');
  if (account.baseAccount().accountId() !== to) throw new Error('Horizon names two accounts for one payment');
  return account.id();
}

const highestId = 2n ** 64n - 1n;

/**
 * A memo as text. Ids become decimals. Wallets often send the number as text, so numeric text is normalised to a number
 * without leading zeros. Other texts are unchanged, and hashes are in base64.
 */
export function memoText({
  memo_type: type,
  memo,
}: Pick<HorizonTransaction, 'memo_type' | 'memo'>): string | undefined {
  if (type === 'none' || memo === undefined || memo === '') return undefined;
  const number = /^\s*(\d{1,28})\s*$/.exec(memo)?.[1];
  if (number !== undefined && BigInt(number) <= highestId) return BigInt(number).toString();
  // A text memo can contain any bytes. PostgreSQL stores neither NUL nor lone surrogates.
  return memo.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
