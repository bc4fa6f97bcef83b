import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import { appendEventsOf } from '../../../platform/events/events.ts';
import { enqueueMessage, renderEmail, type NewMessage } from '../../../platform/outbox/messages.ts';
import { type Customer, findCustomers } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import type { Quote } from './quotes.ts';
import type { OrderStatus } from './states.ts';
import type { SwapWallets } from './wallets.ts';

const emailIds: Record<OrderStatus, string | undefined> = {
  'pending approval': 'message.orderPending',
  // Settled right after: only the outcome is emailed.
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

/** Publishes the new status of orders: an event for each wallet that changed, and an email for most statuses. */
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
  const emailed = orders.filter(({ status }) => emailIds[status] !== undefined);
  const notLoaded = emailed.filter(({ customer }) => !customer).map(({ customerId }) => customerId);
  const loaded = notLoaded.length > 0 ? await findCustomers(trx, vault, notLoaded) : undefined;
  await enqueueMessage(
    trx,
    clock,
    vault,
    ...emailed.flatMap((order) => {
      const customer = order.customer ?? loaded?.get(order.customerId);
      return customer ? [renderOrderEmail(services, order, customer, reason)] : [];
    }),
  );
}

/** Until an order is completed, only the paying wallet changes: the amount is held or released. */
function changedWallets({ status, wallets: { pay, receive } }: OrderNotification): string[] {
  return status === 'completed' ? [pay.id, receive.id] : [pay.id];
}

function renderOrderEmail(
  { settings }: Services,
  { id, status, quote: { payCurrency, receiveCurrency, pay, receive } }: OrderNotification,
  customer: Customer,
  reason: string,
): NewMessage {
  const mail = renderEmail(customer, emailIds[status] ?? '', {
    name: customer.fullName,
    order: id,
    pay: formatMoney(customer.language, pay, payCurrency, decimalsOf(payCurrency)),
    receive: formatMoney(customer.language, receive, receiveCurrency, decimalsOf(receiveCurrency)),
    reason: reason === '' ? '' : formatMessage(customer.language, `message.orderReason.${reason}`),
    support: settings.supportEmail,
  });
  return { channel: 'email', to: customer.email, ...mail };
}
