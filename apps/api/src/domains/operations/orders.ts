import { transitionOrder } from '../exchange/otc/orders.ts';
import { isOrderReason, orderReasons } from '../exchange/otc/states.ts';
import type { Services } from '../services.ts';

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
  await transitionOrder(services, id, {
    actor: 'Operations',
    operator,
    ...(decision === 'approve' ? { to: 'processing' } : { to: 'rejected', reason }),
  });
  return `${id}: ${decision === 'approve' ? 'approved' : `rejected, ${reason}`}`;
}
