import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import { appendEventsOf } from '../../../platform/events/events.ts';
import { type Customer, findCustomers } from '../../../commands/customers.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import { type Notice, notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import type { Quote } from './quotes.ts';
import type { OrderStatus } from './states.ts';
import type { SwapWallets } from './wallets.ts';

const statusNotices: Record<OrderStatus, NoticeId | undefined> = {
  'pending approval': 'message.orderPending',
  // A settlement follows immediately, so the customer is notified only of the outcome.
  processing: undefined,
  completed: 'message.orderCompleted',
  failed: 'message.orderFailed',
  'rate expired': 'message.orderExpired',
  'order cancelled': 'message.orderCancelled',
  rejected: 'message.orderRejected',
};

export interface OrderNotification {
  id: string;
  customerId: string;
  status: OrderStatus;
  quote: Quote;
  wallets: SwapWallets;
  customer?: Customer;
}

/** Publishes the new status of orders: an event for each changed wallet, and a notice for most statuses. */
export async function publishOrderUpdates(
  trx: Trx,
  services: Services,
  orders: readonly OrderNotification[],
  reason = '',
): Promise<void> {
  const { clock, vault } = services;
  const walletIds = orders.flatMap(changedWallets);
  await trx
    .updateTable('wallet_account')
    .set({ updated_at: clock.now() })
    .where('id', '=', sql<string>`any(${walletIds})`)
    .execute();
  const events = Map.groupBy(
    orders.flatMap((order) =>
      changedWallets(order).map((walletId) => ({
        customerId: order.customerId,
        type: 'wallet_account_updated' as const,
        payload: { walletId, entityId: order.id },
      })),
    ),
    ({ customerId }) => customerId,
  );
  await appendEventsOf(trx, clock, events);
  const told = orders.flatMap((order) => {
    const message = statusNotices[order.status];
    return message === undefined ? [] : [{ ...order, message }];
  });
  const notLoaded = told.filter(({ customer }) => !customer).map(({ customerId }) => customerId);
  const loaded = notLoaded.length > 0 ? await findCustomers(trx, vault, notLoaded) : undefined;
  await notify(
    trx,
    services,
    ...told.flatMap((order) => {
      const customer = order.customer ?? loaded?.get(order.customerId);
      return customer ? [toNotice({ ...order, customer }, reason)] : [];
    }),
  );
}

/** Until an order is completed, only the paying wallet changes, because the amount is held or released. */
function changedWallets({ status, wallets: { pay, receive } }: OrderNotification): string[] {
  return status === 'completed' ? [pay.id, receive.id] : [pay.id];
}

function toNotice(
  { id, quote, message, customer }: OrderNotification & { message: NoticeId; customer: Customer },
  reason: string,
): Notice {
  return {
    customer,
    message,
    subject: { entity: 'otc', id },
    values: {
      order: id,
      pay: { amount: quote.pay, currency: quote.payCurrency },
      receive: { amount: quote.receive, currency: quote.receiveCurrency },
      reason: reason === '' ? '' : { message: `message.orderReason.${reason}` },
    },
  };
}
