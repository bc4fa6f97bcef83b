import { FileResponse, type Handlers } from '../../../platform/contract/operations.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { consumeRateLimit, consumeRateLimitByAddress } from '../../../platform/security/rate-limits.ts';
import type { Services } from '../../services.ts';
import { transitionOrder } from './orders.ts';
import { computeOffer, openQuote } from './quotes.ts';
import { renderOrderReceipt } from './receipt.ts';
import { findOrder, searchOrders, toOfferResponse } from './responses.ts';

export function otcHandlers(services: Services): Handlers {
  const { db, clock } = services;
  return {
    async getOtcRate({ body, caller, client }) {
      const customerId = caller?.customerId;
      // Customers are rate-limited by account, anonymous callers by IP address.
      await (customerId === undefined
        ? consumeRateLimitByAddress(services, 'rate', client.ip, 300, 60)
        : consumeRateLimit(services, `rate:${customerId}`, 300, 60));
      const offer = await computeOffer(services, body, customerId);
      const quote = customerId === undefined ? undefined : await openQuote(services, customerId, offer);
      return toOfferResponse(offer, clock.now(), quote);
    },

    searchOtc: ({ caller, body, language }) => searchOrders(db, caller.customerId, body, language),

    async getOtc({ caller, language, path }) {
      const { id } = path;
      const order = await findOrder(db, caller.customerId, id, language);
      if (!order) throw new AppError('NOT_FOUND');
      return order;
    },

    async cancelOtc({ caller: { customerId }, language, path }) {
      const { id } = path;
      await transitionOrder(services, id, { to: 'order cancelled', actor: 'customer', ownerId: customerId });
      const order = await findOrder(db, customerId, id, language);
      if (!order) throw new AppError('NOT_FOUND');
      return order;
    },

    async getOtcReceipt({ caller: { customerId }, language, path }) {
      const { id } = path;
      const order = await findOrder(db, customerId, id, language);
      // Only completed orders have a receipt.
      if (order?.status !== 'completed') throw new AppError('NOT_FOUND');
      return new FileResponse(await renderOrderReceipt(services, customerId, order, language));
    },
  };
}
