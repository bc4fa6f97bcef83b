import type { OtcOrder, OtcRate } from '@wusd/api-sdk';
import { compare, subtract } from '@wusd/api-sdk/money';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { pageOf } from '../../../platform/database/pages.ts';
import { nextMoves, nextStep, timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { afterCursor, applySearch, type PageRequest, type SearchFilter } from '../../transfers/core/search.ts';
import { findQuotes, type Offer, type Quote } from './quotes.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';

type Fees = OtcOrder['fees'];

/** Converts the charge or rebate of an offer to fees of the contract. */
export function feesOf({ charge, receiveCurrency }: Pick<Offer, 'charge' | 'receiveCurrency'>): Fees {
  const sign = compare(charge, '0');
  if (sign === 0) return [];
  const amount = sign > 0 ? charge : subtract('0', charge);
  return [{ name: sign > 0 ? 'charge' : 'rebate', money: money(receiveCurrency, amount) }];
}

export const money = (currency: string, amount: string) => ({ currency: currencyOf(currency), amount });

/** Hold of an order that is waiting for the desk's approval. */
export function approvalHold(language: string | undefined, until: Date): NonNullable<OtcOrder['hold']> {
  return {
    reasonCode: 'needs-approval',
    message: formatMessage(languageOf(language), 'message.orderReason.needs-approval'),
    who: 'Operations',
    until: until.toISOString(),
  };
}

/** @param quote the stored quote; without a quote the rate is indicative */
export function toOfferResponse(offer: Offer, asOf: Date, quote?: Quote): OtcRate {
  const { payCurrency, receiveCurrency, pay, receive, rate, basisPoints, terms } = offer;
  return {
    ...(quote && { quoteId: quote.id, expiresAt: quote.expiresAt.toISOString() }),
    pay: money(payCurrency, pay),
    receive: money(receiveCurrency, receive),
    rate,
    basisPoints,
    fees: feesOf(offer),
    minimum: money('WUSD', terms.minimum),
    maximum: money('WUSD', terms.maximum),
    indicative: !quote,
    asOf: asOf.toISOString(),
  };
}

interface Row {
  id: string;
  customer_id: string;
  quote_id: string;
  transfer_id: string | null;
  status: OrderStatus;
  due_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** @returns undefined if the customer has no such order */
export async function findOrder(
  db: Db,
  customerId: string,
  id: string,
  language: string | undefined,
): Promise<OtcOrder | undefined> {
  const row = await db
    .selectFrom('otc_order')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const [order] = await toResponses(db, [row], () => language);
  return order;
}

/** Finds orders of any customers, by order id. @param languageOfOrder returns the language of an order's messages */
export async function findOrders(
  db: Db,
  ids: readonly string[],
  languageOfOrder: (order: { customerId: string }) => string | undefined,
): Promise<Map<string, OtcOrder>> {
  const rows = await db
    .selectFrom('otc_order')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  const orders = await toResponses(db, rows, ({ customer_id: customerId }) => languageOfOrder({ customerId }));
  return new Map(orders.map((order) => [order.id, order]));
}

export interface OrderSearch {
  filter?: {
    status?: OrderStatus;
    currency?: string;
    from?: string;
    to?: string;
    text?: string;
  };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** Returns a keyset page of a customer's orders. Three queries for any page size. */
export async function searchOrders(
  db: Db,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: OrderSearch,
  language: string | undefined,
) {
  const rows = await ordersQuery(db, customerId, filter, {
    after: afterCursor(cursor),
    sort,
    limit: size + 1,
  }).execute();
  const shown = new Map((await toResponses(db, rows.slice(0, size), () => language)).map((order) => [order.id, order]));
  return pageOf(rows, size, ({ id }) => getOrThrow(shown, id));
}

/** Returns the query for a page of a customer's orders. */
export function ordersQuery(db: Db, customerId: string, { currency, ...narrowing }: SearchFilter, page: PageRequest) {
  const query = db.selectFrom('otc_order').selectAll().where('customer_id', '=', customerId);
  // Every order has WUSD on one side, so a filter by WUSD matches all orders.
  return applySearch(
    query,
    { table: 'otc_order', prefix: 'otc' },
    { ...narrowing, currency: currency === 'WUSD' ? undefined : currency },
    page,
  );
}

async function toResponses(
  db: Db,
  rows: readonly Row[],
  languageFor: (row: Row) => string | undefined,
): Promise<OtcOrder[]> {
  if (rows.length === 0) return [];
  const timelines = await timelinesOf(db, orderStates, rows);
  const quotes = await findQuotes(db, rows);
  return rows.flatMap((row) => {
    const quote = quotes.get(row.quote_id);
    if (!quote) return [];
    const language = languageFor(row);
    const translate = (reason: string): string => formatMessage(languageOf(language), `message.orderReason.${reason}`);
    const { status } = row;
    const next = nextStep(orderStates, status);
    const timeline = (timelines.get(row.id) ?? []).map(({ reason, ...entry }) => ({
      ...entry,
      ...(reason !== undefined && { reason: translate(reason) }),
    }));
    return [
      {
        id: row.id,
        ...(row.transfer_id !== null && { transactionId: row.transfer_id }),
        orderTime: row.created_at.toISOString(),
        updateTime: row.updated_at.toISOString(),
        pay: money(quote.payCurrency, quote.pay),
        receive: money(quote.receiveCurrency, quote.receive),
        rate: quote.rate,
        basisPoints: quote.basisPoints,
        fees: feesOf(quote),
        status,
        ...(row.due_at && {
          rateExpiresAt: row.due_at.toISOString(),
          hold: approvalHold(language, row.due_at),
        }),
        ...(timeline.some(({ actor }) => actor === 'Operations') && { operator: 'Operations' as const }),
        timeline,
        nextMoves: nextMoves(orderStates, status).map((move) => ({
          ...move,
          ...(move.to === 'rate expired' && row.due_at && { at: row.due_at.toISOString() }),
          ...(move.who === 'customer' && row.due_at && { until: row.due_at.toISOString() }),
        })),
        ...(next && { nextStep: next }),
      },
    ];
  });
}
