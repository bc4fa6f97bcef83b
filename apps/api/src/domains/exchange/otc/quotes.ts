import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, crossRate, fromMinor, subtract, toMinor } from '@wusd/api-sdk/money';
import { type Selectable, sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { offering } from '../../config/offering.ts';
import { usdPriceOf } from '../../rates/prices.ts';
import type { Services } from '../../services.ts';
import { assertValidAmount } from '../../transfers/core/amount-validation.ts';
import { priceSwap, type Price } from './pricing.ts';
import { readSwapTerms, type SwapTerms, termsCurrency } from './terms.ts';

const lifetimeMs = 30_000;
const allowanceDays = 30;
/** Above every limit. A larger amount is a typing error and might not fit into the ledger's columns. */
const maxAmount = '1000000000000';

/** The current price of a swap, and its terms. */
export interface Offer extends Price {
  payCurrency: string;
  receiveCurrency: string;
  /** Mid-market rate. */
  rate: string;
  basisPoints: number;
  terms: SwapTerms;
}

export interface Quote extends Omit<Offer, 'terms'> {
  id: string;
  expiresAt: Date;
  heldUntil: Date | null;
  usedAt: Date | null;
}

export interface OfferRequest {
  payCurrency: string;
  receiveCurrency: string;
  payAmount?: string | undefined;
  receiveAmount?: string | undefined;
}

/**
 * Prices a swap at the current market rate.
 *
 * @param customerId customer whose remaining allowance applies; an anonymous caller gets the full allowance
 * @throws AppError PAIR_NOT_OFFERED, SERVICE_UNAVAILABLE if there is no market rate, INVALID_REQUEST
 */
export async function computeOffer(
  services: Services,
  { payCurrency, receiveCurrency, payAmount, receiveAmount }: OfferRequest,
  customerId: string | undefined,
): Promise<Offer> {
  const { db, clock } = services;
  if (!offering(services).swapPairs.some(({ pay, receive }) => pay === payCurrency && receive === receiveCurrency))
    throw new AppError('PAIR_NOT_OFFERED');
  const side = payAmount === undefined ? 'receive' : 'pay';
  const amount = payAmount ?? receiveAmount ?? '0';
  const field = `/body/${side}Amount`;
  assertValidAmount(amount, side === 'pay' ? payCurrency : receiveCurrency, field);
  if (compare(amount, maxAmount) > 0) throw new AppError('INVALID_REQUEST', { field, reasonCode: 'too-large' });

  const currency = termsCurrency({ payCurrency, receiveCurrency });
  const [payPrice, receivePrice, terms] = await Promise.all([
    usdPriceOf(services, payCurrency),
    usdPriceOf(services, receiveCurrency),
    readSwapTerms(db, currency),
  ]);
  const rate = crossRate(payPrice, receivePrice);
  const used = customerId === undefined ? '0' : await usedAllowance(db, clock, customerId, currency);
  const allowance = compare(used, terms.freeAllowance) >= 0 ? '0' : subtract(terms.freeAllowance, used);
  const { basisPoints } = terms;
  return {
    payCurrency,
    receiveCurrency,
    rate,
    basisPoints,
    terms,
    ...priceSwap({ pay: payCurrency, receive: receiveCurrency, side, amount }, { rate, basisPoints, allowance }),
  };
}

/** Value of swaps with a currency in the last 30 days, in WUSD. Only pending, processing and completed orders count. */
async function usedAllowance(db: Db, clock: Clock, customerId: string, currency: string): Promise<string> {
  const since = new Date(clock.now().getTime() - allowanceDays * 24 * 60 * 60_000);
  const { used } = await db
    .selectFrom('otc_order as o')
    .innerJoin('quote as q', 'q.id', 'o.quote_id')
    .select(sql<string>`coalesce(sum(q.value), 0)`.as('used'))
    .where('o.customer_id', '=', customerId)
    .where('o.created_at', '>', since)
    .where('o.status', 'in', ['pending approval', 'processing', 'completed'])
    .where((eb) => eb.or([eb('q.pay_currency', '=', currency), eb('q.receive_currency', '=', currency)]))
    .executeTakeFirstOrThrow();
  return fromMinor(BigInt(used), scaleOf('WUSD'));
}

/** Stores an offer as a quote for one customer, valid for 30 seconds. */
export async function openQuote({ db, clock }: Services, customerId: string, offer: Offer): Promise<Quote> {
  const { payCurrency, receiveCurrency, pay, receive, rate, basisPoints, charge, value } = offer;
  const id = createId('quo', clock);
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  await db
    .insertInto('quote')
    .values({
      id,
      customer_id: customerId,
      pay_currency: payCurrency,
      receive_currency: receiveCurrency,
      pay: toMinorUnits(pay, payCurrency),
      receive: toMinorUnits(receive, receiveCurrency),
      rate,
      basis_points: basisPoints,
      charge: toMinorUnits(charge, receiveCurrency),
      value: toMinorUnits(value, 'WUSD'),
      expires_at: expiresAt,
    })
    .execute();
  return { ...offer, id, expiresAt, heldUntil: null, usedAt: null };
}

/** Finds a customer's quote, even if it is used or expired. @param forUpdate locks the row */
export async function findQuote(
  db: Db | Trx,
  customerId: string,
  id: string,
  { forUpdate = false } = {},
): Promise<Quote | undefined> {
  const query = db.selectFrom('quote').selectAll().where('id', '=', id).where('customer_id', '=', customerId);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst();
  return row && toQuote(row);
}

/** Finds the quotes of orders of any customers, by quote id. */
export async function findQuotes(db: Db, orders: readonly { quote_id: string }[]): Promise<Map<string, Quote>> {
  const rows = await quotesById(
    db,
    orders.map((order) => order.quote_id),
  ).execute();
  return new Map(rows.map((row) => [row.id, toQuote(row)]));
}

/**
 * Locks quotes, one for each customer, even if they are used or expired.
 * @returns the quotes by customer id, without quotes of other customers
 */
export async function lockQuotes(
  trx: Trx,
  requests: readonly { customerId: string; quoteId: string }[],
): Promise<Map<string, Quote>> {
  const rows = await quotesById(
    trx,
    requests.map(({ quoteId }) => quoteId),
  )
    .orderBy('id')
    .forUpdate()
    .execute();
  const isOwn = (row: (typeof rows)[number]): boolean =>
    requests.some(({ customerId, quoteId }) => quoteId === row.id && customerId === row.customer_id);
  return new Map(rows.filter(isOwn).map((row) => [row.customer_id, toQuote(row)]));
}

const quotesById = (db: Db | Trx, ids: readonly string[]) =>
  db
    .selectFrom('quote')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`);

function toQuote(row: Selectable<Database['quote']>): Quote {
  return {
    id: row.id,
    payCurrency: row.pay_currency,
    receiveCurrency: row.receive_currency,
    pay: amountOf(row.pay, row.pay_currency),
    receive: amountOf(row.receive, row.receive_currency),
    rate: row.rate,
    basisPoints: row.basis_points,
    charge: amountOf(row.charge, row.receive_currency),
    value: amountOf(row.value, 'WUSD'),
    expiresAt: row.expires_at,
    heldUntil: row.held_until,
    usedAt: row.used_at,
  };
}

/**
 * Whether an order can still use the quote: it is unused, and its hold (or its lifetime, without a hold) has not ended.
 */
export function isQuoteLive({ expiresAt, heldUntil, usedAt }: Quote, now: Date): boolean {
  return usedAt === null && now < (heldUntil ?? expiresAt);
}

/**
 * Holds the rate of a live quote while the customer reviews the swap, and expires every other held quote of the
 * customer. The first review sets the end of the hold; later reviews do not extend it.
 *
 * @returns end of the hold; undefined if the quote is no longer live
 */
export async function holdQuote(
  trx: Trx,
  clock: Clock,
  customerId: string,
  id: string,
  until: Date,
): Promise<Date | undefined> {
  const quote = await findQuote(trx, customerId, id, { forUpdate: true });
  if (!quote || !isQuoteLive(quote, clock.now())) return undefined;
  await expireUnused(trx, clock)
    .where('customer_id', '=', customerId)
    .where('held_until', 'is not', null)
    .where('id', '<>', id)
    .execute();
  if (quote.heldUntil) return quote.heldUntil;
  await trx.updateTable('quote').set({ held_until: until }).where('id', '=', id).execute();
  return until;
}

/**
 * Marks quotes as used. Expires the other quotes of the same customers, because their prices include an allowance that
 * is now used.
 */
export async function consumeQuotes(
  trx: Trx,
  clock: Clock,
  used: readonly { customerId: string; quoteId: string }[],
): Promise<void> {
  const ids = used.map(({ quoteId }) => quoteId);
  await trx
    .updateTable('quote')
    .set({ used_at: clock.now() })
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  const customerIds = used.map(({ customerId }) => customerId);
  await expireUnused(trx, clock)
    .where('customer_id', '=', sql<string>`any(${customerIds})`)
    .execute();
}

const expireUnused = (trx: Trx, clock: Clock) =>
  trx.updateTable('quote').set({ held_until: null, expires_at: clock.now() }).where('used_at', 'is', null);

/** Deletes unused quotes that expired before a time. */
export async function deleteExpiredQuotes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('quote').where('used_at', 'is', null).where('expires_at', '<', before).execute();
}

export const toMinorUnits = (amount: string, currency: string): string => toMinor(amount, scaleOf(currency)).toString();

/**
 * Converts minor units to a decimal with the displayed decimals of the currency. Amounts of swaps have no more
 * decimals.
 */
function amountOf(minor: string, currency: string): string {
  const decimals = decimalsOf(currency);
  return fromMinor(BigInt(minor) / 10n ** BigInt(scaleOf(currency) - decimals), decimals);
}
