import type { HistoryEntry } from '@wusd/api-sdk';
import { compare, subtract } from '@wusd/api-sdk/money';
import type { Db } from '../../platform/database/database.ts';
import { fromFiatMinor } from '../transfers/fiat/terms.ts';

type Money = NonNullable<HistoryEntry['receive']>;

/** Amounts that the ledger has credited and debited for an entry so far. */
export interface BookedAmounts {
  credited?: Money;
  /** Includes a fee paid from the wallet. */
  debited?: Money;
}

/** A bank payout is debited when the bank is instructed, a crypto payout when the network has confirmed it. */
const debitedStatuses: Record<NonNullable<HistoryEntry['asset']>, readonly HistoryEntry['status'][]> = {
  crypto: ['completed'],
  fiat: ['processing', 'completed', 'transferred manually'],
};

/**
 * Reads the booked amounts of entries. Over all entries of a customer, credits minus debits equal the change of the
 * ledger balances. Entries that moved no money, e.g. cancelled or rejected entries, have no booked amounts.
 * Auto-redemption runs have no booked amounts either, because their order and payout are separate entries.
 */
export async function bookedAmounts(
  db: Db,
  entries: readonly HistoryEntry[],
): Promise<(entry: HistoryEntry) => BookedAmounts> {
  const returned = await returnedAmounts(db, entries);
  return (entry) => {
    const { id, kind, asset, status, pay, receive } = entry;
    if (kind === 'withdrawal') {
      const returnedAmount = returned.get(id);
      if (returnedAmount !== undefined) return debit({ ...pay, amount: subtract(pay.amount, returnedAmount) });
      return debitedStatuses[asset ?? 'crypto'].includes(status) ? debit(pay) : {};
    }
    if (status !== 'completed') return {};
    if (kind === 'deposit') return { ...(receive && { credited: receive }) };
    return kind === 'swap' ? { ...debit(pay), ...(receive && { credited: receive }) } : {};
  };
}

const debit = (money: Money): BookedAmounts => (compare(money.amount, '0') === 0 ? {} : { debited: money });

/** Amounts that receiving banks returned, by payout id. Charges kept by intermediary banks stay debited. */
async function returnedAmounts(db: Db, entries: readonly HistoryEntry[]): Promise<Map<string, string>> {
  const failed = entries.filter(({ asset, status }) => asset === 'fiat' && status === 'failed');
  if (failed.length === 0) return new Map();
  const rows = await db
    .selectFrom('fiat_transaction')
    .select(['id', 'currency', 'returned'])
    .where(
      'id',
      'in',
      failed.map(({ id }) => id),
    )
    .where('returned', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, currency, returned }) => [id, fromFiatMinor(returned ?? 0n, currency)]));
}
