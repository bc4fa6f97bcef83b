import { currencies, Network, notificationKinds, orderStatuses, transactionStatuses } from '@wusd/api-sdk/domain';
import type { RoutePath } from './route-table.ts';

// The search parameters of each route, and their validation. Anybody can create a link, so malformed parameters count
// as absent, and screens receive only the parameters listed here. Every page loads this file first, so it uses no
// library: valibot would add 1.7 KB.

/** Reads the value of one parameter. @returns undefined if it is absent or malformed */
type Reader<Value> = (value: unknown) => Value | undefined;

const oneOf =
  <const Value>(values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((each) => each === value);
const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
/** Text of 1 to `length` characters. */
const upTo =
  (length: number): Reader<string> =>
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= length ? value : undefined;

/** An id of the server, e.g. `otc_01hqxyz0000000000000000000`. */
const id = (prefix: string): Reader<string> => matching(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
const isoDate = matching(/^\d{4}-\d\d-\d\d$/);
/** A calendar day in Singapore, e.g. `2026-03-01`. */
const day: Reader<string> = (value) => (Number.isNaN(Date.parse(isoDate(value) ?? '')) ? undefined : isoDate(value));
const currency = oneOf(currencies);
/** A search text. The server accepts 128 characters. */
const text: Reader<string> = (value) =>
  typeof value === 'string' ? value.slice(0, 128).trim() || undefined : undefined;
/** A secret that the server checks, e.g. the key of a mailed link. */
const token = upTo(200);
/** A flag, e.g. `?add`. Its text is ignored. */
const flag: Reader<boolean> = (value) => (value === undefined || value === false ? undefined : true);
/** A string when read from the URL, a number when set by a link. */
const networkId: Reader<(typeof Network)[keyof typeof Network]> = (value) =>
  Object.values(Network).find((each) => String(each) === String(value));
/** JSON such as `{"id":"otc_…"}` when read from the URL, the object itself when set by a link. */
const order: Reader<{ id: string }> = (value) => {
  try {
    const { id: found } = (typeof value === 'string' ? JSON.parse(value) : value) as { id: unknown };
    const orderId = id('otc')(found);
    return orderId === undefined ? undefined : { id: orderId };
  } catch {
    return undefined;
  }
};

const step = oneOf(['review']);
const cryptoTransaction = id('ctx');
const fiatTransaction = id('ftx');
const fromWithdrawal = oneOf(['withdraw']);

/** Kinds that the history can be filtered by; see `features/history/filters.ts` for their meaning. */
export const historyKinds = [
  'deposit',
  'crypto-deposit',
  'fiat-deposit',
  'withdrawal',
  'crypto-withdrawal',
  'fiat-withdrawal',
  'swap',
  'auto-redemption',
] as const;

const parameters = {
  '/wallet-history': {
    kind: oneOf(historyKinds),
    /** `held` matches every entry on hold. */
    status: oneOf([...transactionStatuses, ...orderStatuses, 'held']),
    currency,
    from: day,
    to: day,
    text,
    /** Id of the entry whose details are open; for a run of auto-redemption, `run:` and the id of its deposit. */
    entry: id('(?:run:)?[a-z]{3}'),
  },
  '/notifications': { kind: oneOf(notificationKinds) },
  '/fees-and-limits': { currency },
  '/statements': { currency },
  '/asset': { currency },
  '/mint-redeem-order': {
    status: oneOf(orderStatuses),
    currency,
    text,
    /** Id of the order whose details are open. */
    order: id('otc'),
  },
  /** A link fills in the form. Each form validates these values. */
  '/mint-redeem': { step, pay: currency, receive: currency, amount: text },
  '/mint-redeem/success': { result: order },
  '/crypto-deposit': { network: networkId, currency, transaction: cryptoTransaction },
  '/crypto-withdraw': { step, transaction: cryptoTransaction, to: text, currency, amount: text },
  '/result/crypto-withdraw-success': { transaction: cryptoTransaction },
  '/blockchain': { add: flag, from: fromWithdrawal },
  '/add-bank-account': { from: fromWithdrawal },
  '/edit-bank-account': { id: id('bnk') },
  '/fiat-withdraw': { step, to: text, amount: text },
  '/view-fiat-deposit': { transaction: fiatTransaction },
  '/view-fiat-withdraw': { transaction: fiatTransaction },
  '/result/fiat-deposit-success': { transaction: fiatTransaction },
  '/result/fiat-withdraw-success': { transaction: fiatTransaction },
  '/account-activation': { accountKey: token },
  '/forget-password/set': { resetToken: token, email: upTo(100) },
} satisfies Partial<Record<RoutePath, Record<string, Reader<unknown>>>>;

type Parameters<Path extends RoutePath> = Path extends keyof typeof parameters ? (typeof parameters)[Path] : unknown;

/** The search parameters of a screen. Each is undefined if it is absent or malformed. */
export type SearchOf<Path extends RoutePath> = {
  [Name in keyof Parameters<Path>]?: Parameters<Path>[Name] extends Reader<infer Value> ? Value | undefined : never;
};

type Validators = { [Path in RoutePath]: (search: Record<string, unknown>) => SearchOf<Path> };

/** Returns the function with which the router validates the search parameters of a route. */
export function validateSearchOf<Path extends RoutePath>(path: Path): Validators[Path] {
  const readers = Object.entries((parameters as Record<string, Record<string, Reader<unknown>>>)[path] ?? {});
  const validate = (search: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      readers.map(([name, read]) => [name, read(Object.hasOwn(search, name) ? search[name] : undefined)]),
    );
  return validate;
}

/** Parses every value as a string, e.g. `?text=007` as `{ text: '007' }`. The router's parser would return a number. */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The reverse of `parseSearch`. Omits undefined, false and empty values. @returns e.g. `?step=review`, or '' */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === false || value === '') continue;
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
