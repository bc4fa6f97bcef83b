import { currencies, Network, notificationKinds, orderStatuses, transactionStatuses } from '@wusd/api-sdk/domain';
import type { RoutePath } from './route-table.ts';

// The search parameters of each route, as the router validates them. Anybody can make a link, so a parameter that is
// malformed counts as absent, and a screen sees none that is not listed here. Every page loads this file first, so it
// validates without a library: valibot would add 1.7 KB to it.

/** The value of one parameter. @returns undefined if it is absent or malformed */
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

/** An id as the server gives it, e.g. `otc_01hqxyz0000000000000000000`. */
const id = (prefix: string): Reader<string> => matching(new RegExp(`^${prefix}_[0-9a-z]{26}$`));
const isoDate = matching(/^\d{4}-\d\d-\d\d$/);
/** A calendar day in Singapore, e.g. `2026-03-01`. */
const day: Reader<string> = (value) => (Number.isNaN(Date.parse(isoDate(value) ?? '')) ? undefined : isoDate(value));
const currency = oneOf(currencies);
/** What is searched for; the server takes 128 characters. */
const text: Reader<string> = (value) =>
  typeof value === 'string' ? value.slice(0, 128).trim() || undefined : undefined;
/** A secret that the server checks, e.g. the key of a mailed link. */
const token = upTo(200);
/** Present or not, e.g. `?add`; its text does not matter. */
const flag: Reader<boolean> = (value) => (value === undefined || value === false ? undefined : true);
/** From the address a text, from a link a number. */
const networkId: Reader<(typeof Network)[keyof typeof Network]> = (value) =>
  Object.values(Network).find((each) => String(each) === String(value));
/** JSON, e.g. `{"id":"otc_…"}`; from a link the object itself. */
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

/** What the history can be narrowed to; see `features/history/filters.ts` for what each means. */
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
    /** `held` is whatever waits for something. */
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
  /** A link fills in the form; each form checks what it is given. */
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

/** The search parameters of a screen, each undefined where it is absent or malformed. */
export type SearchOf<Path extends RoutePath> = {
  [Name in keyof Parameters<Path>]?: Parameters<Path>[Name] extends Reader<infer Value> ? Value | undefined : never;
};

type Validators = { [Path in RoutePath]: (search: Record<string, unknown>) => SearchOf<Path> };

/** What the router calls to validate the search parameters of a route. */
export function validateSearchOf<Path extends RoutePath>(path: Path): Validators[Path] {
  const readers = Object.entries((parameters as Record<string, Record<string, Reader<unknown>>>)[path] ?? {});
  const validate = (search: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      readers.map(([name, read]) => [name, read(Object.hasOwn(search, name) ? search[name] : undefined)]),
    );
  return validate;
}

/** Every value as the text it is, e.g. `?text=007` as `{ text: '007' }`. The router's own parser would read a number. */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The opposite; leaves out what is undefined, false or empty. @returns e.g. `?step=review`, or '' */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === false || value === '') continue;
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}
