import type { HistoryEntry } from '@wusd/api-sdk';
import { compare, subtract } from '@wusd/api-sdk/money';
import type { Db } from '../../platform/database/database.ts';
import { fromFiatMinor } from '../transfers/fiat/terms.ts';

type Money = NonNullable<HistoryEntry['receive']>;

/** What an entry has added to and taken from the balance so far, as the ledger has booked it. */
export interface BookedAmounts {
  credited?: Money;
  /** With its fee, where the fee leaves the wallet too. */
  debited?: Money;
}

/** A payout to a bank is debited when the bank is instructed; one over a chain when the network has confirmed it. */
const debitedWhen: Record<NonNullable<HistoryEntry['asset']>, readonly HistoryEntry['status'][]> = {
  crypto: ['completed'],
  fiat: ['processing', 'completed', 'transferred manually'],
};

/**
 * The booked movement of each entry of a page: credits less debits over all of a customer's entries are the change of the ledger's balances.
 * An entry that is open, cancelled, rejected or failed has moved nothing. A run of auto-redemption has not either: its order and its payout
 * are entries of their own.
 */
export async function bookedAmounts(
  db: Db,
  entries: readonly HistoryEntry[],
): Promise<(entry: HistoryEntry) => BookedAmounts> {
  const returned = await returnedAmounts(db, entries);
  return (entry) => {
    const { id, kind, asset, status, pay, receive } = entry;
    if (kind === 'withdrawal') {
      const cameBack = returned.get(id);
      if (cameBack !== undefined) return debit({ ...pay, amount: subtract(pay.amount, cameBack) });
      return debitedWhen[asset ?? 'crypto'].includes(status) ? debit(pay) : {};
    }
    if (status !== 'completed') return {};
    if (kind === 'deposit') return { ...(receive && { credited: receive }) };
    return kind === 'swap' ? { ...debit(pay), ...(receive && { credited: receive }) } : {};
  };
}

const debit = (money: Money): BookedAmounts => (compare(money.amount, '0') === 0 ? {} : { debited: money });

/** What receiving banks sent back, by payout. Banks on the way keep charges, and those stay debited. */
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
