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

const mails: Record<OrderStatus, string | undefined> = {
  'pending approval': 'message.orderPending',
  // Settled in the same breath: its end is told.
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

/** Says what orders have come to: to every open page of their customers, and by mail. */
export async function publishOrderUpdates(
  trx: Trx,
  services: Services,
  orders: readonly OrderNotification[],
  reason = '',
): Promise<void> {
  const { clock, vault } = services;
  const walletIds = orders.flatMap(walletsMoved);
  await trx
    .updateTable('wallet_account')
    .set({ updated_at: clock.now() })
    .where('id', '=', sql<string>`any(${walletIds})`)
    .execute();
  const events = Map.groupBy(
    orders.flatMap((order) =>
      walletsMoved(order).map((walletId) => ({
        customerId: order.customerId,
        type: 'wallet_account_updated' as const,
        payload: { walletId, entityId: order.id },
      })),
    ),
    ({ customerId }) => customerId,
  );
  await appendEventsOf(trx, clock, events);
  const told = orders.filter(({ status }) => mails[status] !== undefined);
  const unknown = told.filter(({ customer }) => !customer).map(({ customerId }) => customerId);
  const found = unknown.length > 0 ? await findCustomers(trx, vault, unknown) : undefined;
  await enqueueMessage(
    trx,
    clock,
    vault,
    ...told.flatMap((order) => {
      const customer = order.customer ?? found?.get(order.customerId);
      return customer ? [mailAbout(services, order, customer, reason)] : [];
    }),
  );
}

/** Until it is settled only what is paid has moved: out of reach, or back into it. */
function walletsMoved({ status, wallets: { pay, receive } }: OrderNotification): string[] {
  return status === 'completed' ? [pay.id, receive.id] : [pay.id];
}

function mailAbout(
  { settings }: Services,
  { id, status, quote: { payCurrency, receiveCurrency, pay, receive } }: OrderNotification,
  customer: Customer,
  reason: string,
): NewMessage {
  const mail = renderEmail(customer, mails[status] ?? '', {
    name: customer.fullName,
    order: id,
    pay: formatMoney(customer.language, pay, payCurrency, decimalsOf(payCurrency)),
    receive: formatMoney(customer.language, receive, receiveCurrency, decimalsOf(receiveCurrency)),
    reason: reason === '' ? '' : formatMessage(customer.language, `message.orderReason.${reason}`),
    support: settings.supportEmail,
  });
  return { channel: 'email', to: customer.email, ...mail };
}
