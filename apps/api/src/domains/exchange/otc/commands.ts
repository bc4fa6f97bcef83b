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

/** Estimated duration of a swap that needs no approval. */
export const settlementMs = 5000;

/** Commands of over-the-counter swaps: mint, redeem and swap. */
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
      const needsApproval = compare(quote.value, terms.approvalAbove) > 0;
      const customerLanguage = customer?.language ?? 'en_US';
      const formatAmount = (currency: string, amount: string): string =>
        formatMoney(customerLanguage, amount, currency, decimalsOf(currency));
      return {
        about: formatMessage(customerLanguage, 'message.act.swapFor', {
          pay: formatAmount(quote.payCurrency, quote.pay),
          receive: formatAmount(quote.receiveCurrency, quote.receive),
        }),
        review: {
          blockers: blockers.map((each) => toBlocker(each, language)),
          sends: money(quote.payCurrency, quote.pay),
          fees: feesOf(quote),
          receives: money(quote.receiveCurrency, quote.receive),
          arrivesBy: new Date(clock.now().getTime() + (needsApproval ? approvalWindowMs : settlementMs)).toISOString(),
          ...(needsApproval && { holds: [approvalHold(language, new Date(clock.now().getTime() + approvalWindowMs))] }),
        },
      };
    },
    async reserve({ caller: { customerId }, body: { quoteId } }, trx, expiresAt) {
      const until = await holdQuote(trx, clock, customerId, quoteId, expiresAt);
      if (!until) throw new AppError('QUOTE_EXPIRED');
      return until;
    },
    maxBatchSize: 100,
    async execute(executions, trx) {
      const requests = executions.map(({ call: { body }, customer }) => ({
        customerId: customer.id,
        quoteId: body.quoteId,
      }));
      const customers = new Map(executions.map(({ customer }) => [customer.id, customer]));
      const outcome = await placeOrders(trx, services, requests, customers);
      if ('rejections' in outcome) return outcome;
      const ids = outcome.results;
      const languages = new Map(executions.map(({ call: { language }, customer }) => [customer.id, language]));
      const orders = await findOrders(trx, ids, ({ customerId }) => languages.get(customerId));
      return {
        results: ids.map((id) => {
          const order = orders.get(id);
          if (!order) throw new Error('A placed order was not found');
          return order;
        }),
      };
    },
    topics: ({ caller }) => [caller.customerId, 'orders', 'messages'],
  };

  return { submitOtc };
}
