import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { toBlocker } from '../../../platform/errors/blockers.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findCustomer } from '../../../commands/customers.ts';
import type { Command, Commands } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { availableOf } from '../../wallet/accounts/available.ts';
import { remainingSwapLimits } from './limits.ts';
import { approvalWindowMs, placeOrders } from './place.ts';
import { findQuote, holdQuote } from './quotes.ts';
import { findViolations } from './violations.ts';
import { readSwapTerms, termsCurrency } from './terms.ts';
import { approvalHold, feesOf, findOrders, money } from './responses.ts';

/** How long a swap takes that nobody has to approve. */
const settlesMs = 5000;

/** Mint, redeem and swap over the counter. */
export function otcCommands(services: Services): Commands {
  const { db, clock, vault } = services;

  const submitOtc: Command<'submitOtc'> = {
    async preview({ caller: { customerId }, body: { quoteId }, language }) {
      const quote = await findQuote(db, customerId, quoteId);
      if (!quote) throw new AppError('QUOTE_EXPIRED');
      const [customer, terms, available] = await Promise.all([
        findCustomer(db, vault, customerId),
        readSwapTerms(db, termsCurrency(quote)),
        availableOf(db, customerId, quote.payCurrency),
      ]);
      const remaining = await remainingSwapLimits(db, clock, customerId, customer?.accountType ?? 'individual');
      const blockers = findViolations({ customer, quote, terms, available, remaining, now: clock.now() });
      const waits = compare(quote.value, terms.approvalAbove) > 0;
      const speaks = customer?.language ?? 'en_US';
      const shown = (currency: string, amount: string): string =>
        formatMoney(speaks, amount, currency, decimalsOf(currency));
      return {
        about: formatMessage(speaks, 'message.act.swapFor', {
          pay: shown(quote.payCurrency, quote.pay),
          receive: shown(quote.receiveCurrency, quote.receive),
        }),
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: money(quote.payCurrency, quote.pay),
          fees: feesOf(quote),
          receives: money(quote.receiveCurrency, quote.receive),
          arrivesBy: new Date(clock.now().getTime() + (waits ? approvalWindowMs : settlesMs)).toISOString(),
          ...(waits && { holds: [approvalHold(language, new Date(clock.now().getTime() + approvalWindowMs))] }),
        },
      };
    },
    async reserve({ caller: { customerId }, body: { quoteId } }, trx, expiresAt) {
      const until = await holdQuote(trx, clock, customerId, quoteId, expiresAt);
      if (!until) throw new AppError('QUOTE_EXPIRED');
      return until;
    },
    async executeBatch(calls, trx, customers) {
      const asked = calls.map(({ caller: { customerId }, body: { quoteId } }) => ({ customerId, quoteId }));
      const ids = await placeOrders(trx, services, asked, customers);
      const languages = new Map(calls.map(({ caller, language }) => [caller.customerId, language]));
      const orders = await findOrders(trx, ids, ({ customerId }) => languages.get(customerId));
      return ids.map((id) => {
        const order = orders.get(id);
        if (!order) throw new Error('An order that was just placed is not there');
        return order;
      });
    },
    topics: ({ caller }) => [caller.customerId, 'orders', 'messages'],
  };

  return { submitOtc };
}
