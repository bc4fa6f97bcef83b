import { formatMoney } from '@wusd/i18n';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { moveOrder } from '../otc/orders.ts';
import { findQuotes } from '../otc/quotes.ts';
import { isOrderReason, orderReasons } from '../otc/states.ts';
import type { Services } from '../services.ts';

/** Swap orders that wait for the desk, oldest first. */
export async function listWaitingOrders({ db }: Services): Promise<string> {
  const rows = await db
    .selectFrom('otc_order')
    .selectAll()
    .where('status', '=', 'pending approval')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return 'No order waits.';
  const quotes = await findQuotes(db, rows);
  const money = (amount = '0', currency = ''): string => formatMoney('en_US', amount, currency, decimalsOf(currency));
  return rows
    .map(({ id, customer_id: customerId, quote_id: quoteId, due_at: dueAt }) => {
      const { pay, payCurrency, receive, receiveCurrency } = quotes.get(quoteId) ?? {};
      return [id, customerId, money(pay, payCurrency), money(receive, receiveCurrency), dueAt?.toISOString()].join(
        '\t',
      );
    })
    .join('\n');
}

/** @throws RangeError where a rejection has no reason that we have words for */
export async function decideOrder(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<string> {
  if (decision === 'reject' && !isOrderReason(reason))
    throw new RangeError(`--reason must be one of: ${orderReasons.join(', ')}`);
  await moveOrder(services, id, {
    actor: 'Operations',
    operator,
    ...(decision === 'approve' ? { to: 'processing' } : { to: 'rejected', reason }),
  });
  return `${id}: ${decision === 'approve' ? 'approved' : `rejected, ${reason}`}`;
}
