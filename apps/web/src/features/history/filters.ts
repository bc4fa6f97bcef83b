import type { HistoryEntry } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { statuses as orderStatuses } from '../../shared/money/order-status.ts';
import { statuses, type TransactionStatus } from '../../shared/money/status.ts';
import type { historyKinds, SearchOf } from '../../shared/routing/search.ts';

type Status = HistoryEntry['status'];

export type KindChoice = (typeof historyKinds)[number];

/** Options of the kind filter: the label and the request parameters of each. */
export const kinds = {
  deposit: { label: 'history.kind.deposit', filter: { kind: 'deposit' } },
  'crypto-deposit': { label: 'history.kind.cryptoDeposit', filter: { kind: 'deposit', asset: 'crypto' } },
  'fiat-deposit': { label: 'history.kind.fiatDeposit', filter: { kind: 'deposit', asset: 'fiat' } },
  withdrawal: { label: 'history.kind.withdrawal', filter: { kind: 'withdrawal' } },
  'crypto-withdrawal': { label: 'history.kind.cryptoWithdrawal', filter: { kind: 'withdrawal', asset: 'crypto' } },
  'fiat-withdrawal': { label: 'history.kind.fiatWithdrawal', filter: { kind: 'withdrawal', asset: 'fiat' } },
  swap: { label: 'history.kind.swap', filter: { kind: 'swap' } },
  'auto-redemption': { label: 'history.kind.autoRedemption', filter: { kind: 'auto-redemption' } },
} as const satisfies Record<
  KindChoice,
  { label: MessageId; filter: { kind: HistoryEntry['kind']; asset?: HistoryEntry['asset'] } }
>;

/** Label and colour of each status, shared by transactions and orders. */
export const allStatuses = (): Record<Status, (typeof orderStatuses)['completed']> => ({
  ...(statuses as Record<TransactionStatus, (typeof orderStatuses)['completed']>),
  ...orderStatuses,
});

/** The filters and the open entry. They are search parameters of the page, so that a link preserves them. */
export type Filters = SearchOf<'/wallet-history'>;

/** Identifies an entry in the search parameters of the page. */
export const entryOf = ({ id, kind }: Pick<HistoryEntry, 'id' | 'kind'>): string =>
  kind === 'auto-redemption' ? `run:${id}` : id;

export const isFiltered = ({ entry: _entry, ...filters }: Filters): boolean => Object.values(filters).some(Boolean);

/** Whether the period ends before it begins. */
export const areDaysWrong = ({ from = '', to = '' }: Filters): boolean => to !== '' && from > to;

export type PresetName = 'thisMonth' | 'lastMonth' | 'thisYear';

/** The most common periods. @param today in Singapore, e.g. `2026-03-01` */
export function presetsOf(today: string): Record<PresetName, { from: string; to: string }> {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const day = (...[of, index, date]: [number, number, number]): string =>
    new Date(Date.UTC(of, index, date)).toISOString().slice(0, 10);
  return {
    thisMonth: { from: day(year, month - 1, 1), to: day(year, month, 0) },
    lastMonth: { from: day(year, month - 2, 1), to: day(year, month - 1, 0) },
    thisYear: { from: day(year, 0, 1), to: day(year, 12, 0) },
  };
}

/** The calendar day in Singapore, which is UTC+8 all year. */
export const singaporeDay = (now: Date): string => new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The filters as request parameters. Days begin and end in Singapore time. */
export function filterOf({ kind, status, currency, from, to, text }: Filters) {
  return {
    ...(kind !== undefined && kinds[kind].filter),
    ...(status === 'held' ? { isHeld: true } : status !== undefined && { status }),
    ...(currency !== undefined && { currency }),
    ...(from !== undefined && { from: `${from}T00:00:00.000+08:00` }),
    ...(to !== undefined && { to: `${to}T23:59:59.999+08:00` }),
    ...(text !== undefined && { text }),
  };
}
