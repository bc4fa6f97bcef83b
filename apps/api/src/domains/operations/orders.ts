import { transitionOrder } from '../exchange/otc/orders.ts';
import { orderReasons } from '../exchange/otc/states.ts';
import type { Services } from '../services.ts';
import { assertReason } from './errors.ts';
import type { CommandResult } from './results.ts';

/** @throws UsageError if the reason of a rejection is not an order reason */
export async function decideOrder(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<CommandResult<'status'>> {
  const by = { actor: 'Operations', operator } as const;
  if (decision === 'approve') {
    await transitionOrder(services, id, { ...by, to: 'processing' });
    return { type: 'status', id, status: 'processing' };
  }
  assertReason(reason, orderReasons);
  await transitionOrder(services, id, { ...by, to: 'rejected', reason });
  return { type: 'status', id, status: 'rejected', reason };
}
