import type { HistoryEntry } from '@wusd/api-sdk/core';
import { currencies, type Currency } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import { statuses as orderStatuses } from '../../shared/money/order-status.ts';
import { statuses, type TransactionStatus } from '../../shared/money/status.ts';

type Status = HistoryEntry['status'];

/** What can be chosen, and what the server is asked for it. */
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
  string,
  { label: MessageId; filter: { kind: HistoryEntry['kind']; asset?: HistoryEntry['asset'] } }
>;
export type KindChoice = keyof typeof kinds;

/** How each status is said and shown, of transactions and orders alike: what both have is said the same. */
export const allStatuses = (): Record<Status, (typeof orderStatuses)['completed']> => ({
  ...(statuses as Record<TransactionStatus, (typeof orderStatuses)['completed']>),
  ...orderStatuses,
});

/** What is listed, and what is open: all of it stands in the address, so that it can be kept and sent. */
export interface Filters {
  kind: KindChoice | undefined;
  /** `held` is whatever waits for something. */
  status: Status | 'held' | undefined;
  currency: Currency | undefined;
  /** Days in Singapore, e.g. `2026-03-01`, both included. */
  from: string;
  to: string;
  text: string;
  /** Id of what is looked at; of a run of auto-redemption `run:` and its deposit's. */
  entry: string | undefined;
}

/** How an address names an entry. */
export const entryOf = ({ id, kind }: Pick<HistoryEntry, 'id' | 'kind'>): string =>
  kind === 'auto-redemption' ? `run:${id}` : id;

export const noFilters: Filters = {
  kind: undefined,
  status: undefined,
  currency: undefined,
  from: '',
  to: '',
  text: '',
  entry: undefined,
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What of an address means something; the rest is as if it were not there. */
export function readFilters(search: string): Filters {
  const params = new URLSearchParams(search);
  const read = (name: string): string => params.get(name) ?? '';
  const day = (name: string): string => (isDay(read(name)) ? read(name) : '');
  const [kind, status, currency, entry] = [read('kind'), read('status'), read('currency'), read('entry')];
  return {
    kind: kind in kinds ? (kind as KindChoice) : undefined,
    status: status === 'held' || status in allStatuses() ? (status as Filters['status']) : undefined,
    currency: currencies.find((each) => each === currency),
    from: day('from'),
    to: day('to'),
    text: read('text').slice(0, 128),
    entry: /^(run:)?[a-z]{3}_[0-9a-z]{26}$/.test(entry) ? entry : undefined,
  };
}

export function pathOf(filters: Filters): string {
  const given = Object.entries({ ...filters, text: filters.text.trim() }).filter(([, value]) => value);
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `/wallet-history${query === '' ? '' : `?${query}`}`;
}

export const isFiltered = (filters: Filters): boolean => pathOf({ ...filters, entry: undefined }) !== pathOf(noFilters);

/** Whether the days are the wrong way round. */
export const areDaysWrong = ({ from, to }: Filters): boolean => from !== '' && to !== '' && from > to;

/** As the server is asked. Days begin and end in Singapore. */
export function filterOf({ kind, status, currency, from, to, text }: Filters) {
  return {
    ...(kind !== undefined && kinds[kind].filter),
    ...(status === 'held' ? { isHeld: true } : status !== undefined && { status }),
    ...(currency !== undefined && { currency }),
    ...(from !== '' && { from: `${from}T00:00:00.000+08:00` }),
    ...(to !== '' && { to: `${to}T23:59:59.999+08:00` }),
    ...(text.trim() !== '' && { text: text.trim() }),
  };
}
