import { compare } from '@wusd/api-sdk/money';
import type { Db } from '../../database/database.ts';
import { blocker, requireNothing } from '../../http/blockers.ts';
import { Failure } from '../../http/failure.ts';
import { findCustomer } from '../customers/customers.ts';
import type { Act, Acts } from '../mfa/acts.ts';
import type { Services } from '../services.ts';
import { availableOf } from '../wallet-accounts/available.ts';
import { approvalMs, placeOrder } from './orders.ts';
import { findQuote, holdQuote, isLive, type Quote } from './quotes.ts';
import { readTerms, termsCurrency } from './terms.ts';
import { approvalNeeded, feesOf, findOrder, money } from './view.ts';

/** How long a swap takes that nobody has to approve. */
const settlesMs = 5000;

/** Mint, redeem and swap over the counter. */
export function otcActs(services: Services): Acts {
  const { db, clock, vault } = services;

  async function own(from: Db, customerId: string, quoteId: string): Promise<Quote> {
    const quote = await findQuote(from, customerId, quoteId);
    if (!quote) throw new Failure('QUOTE_EXPIRED');
    return quote;
  }

  /** Everything that keeps a quote from being taken, all at once. */
  async function blockersOf(from: Db, customerId: string, quote: Quote): Promise<Failure[]> {
    const [customer, terms, available] = await Promise.all([
      findCustomer(from, vault, customerId),
      readTerms(from, termsCurrency(quote)),
      availableOf(from, customerId, quote.payCurrency),
    ]);
    return [
      ...(customer?.identityStatus === 'verified' ? [] : [new Failure('IDENTITY_NOT_VERIFIED')]),
      ...(isLive(quote, clock.now()) ? [] : [new Failure('QUOTE_EXPIRED')]),
      ...(compare(quote.value, terms.minimum) < 0
        ? [new Failure('AMOUNT_BELOW_MINIMUM', { bound: money('WUSD', terms.minimum) })]
        : []),
      ...(compare(quote.value, terms.maximum) > 0
        ? [new Failure('AMOUNT_ABOVE_MAXIMUM', { bound: money('WUSD', terms.maximum) })]
        : []),
      ...(compare(available, quote.pay) < 0
        ? [new Failure('INSUFFICIENT_BALANCE', { bound: money(quote.payCurrency, available) })]
        : []),
    ];
  }

  const submitOtc: Act<'submitOtc'> = {
    async review({ caller: { customerId }, body: { quoteId }, request }) {
      const quote = await own(db, customerId, quoteId);
      const blockers = await blockersOf(db, customerId, quote);
      const { approvalAbove } = await readTerms(db, termsCurrency(quote));
      const waits = compare(quote.value, approvalAbove) > 0;
      const language = request.headers['accept-language'];
      return {
        review: {
          blockers: blockers.map((each) => blocker(each, language)),
          sends: money(quote.payCurrency, quote.pay),
          fees: feesOf(quote),
          receives: money(quote.receiveCurrency, quote.receive),
          arrivesBy: new Date(clock.now().getTime() + (waits ? approvalMs : settlesMs)).toISOString(),
          ...(waits && { holds: [approvalNeeded(language, new Date(clock.now().getTime() + approvalMs))] }),
        },
      };
    },
    async reviewed({ caller: { customerId }, body: { quoteId } }, trx, expiresAt) {
      const until = await holdQuote(trx, clock, customerId, quoteId, expiresAt);
      if (!until) throw new Failure('QUOTE_EXPIRED');
      return until;
    },
    async perform({ caller: { customerId }, body: { quoteId }, request }, trx) {
      requireNothing(await blockersOf(trx, customerId, await own(trx, customerId, quoteId)));
      const id = await placeOrder(trx, services, customerId, quoteId);
      const order = await findOrder(trx, customerId, id, request.headers['accept-language']);
      if (!order) throw new Error('An order that was just placed is not there');
      return order;
    },
    wakes: ({ caller }) => [caller.customerId, 'orders', 'messages'],
  };

  return { submitOtc };
}
