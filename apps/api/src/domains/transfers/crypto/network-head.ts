import { closeAlert, findOpenAlerts, raiseAlert } from '../../../platform/alerts/alerts.ts';
import type { ChainBlock, ChainView } from '@wusd/payouts/chain-port';
import type { Services } from '../../services.ts';

/** Reason why deposits of a network are neither credited nor reversed now. */
export type Pause = NonNullable<ChainView['withheldReason']> | 'behind';

const kinds = ['chain-lagging', 'chain-withheld'] as const;

/**
 * Records the head of a network for all nodes, across restarts.
 *
 * @returns false if the head is below a recorded head: the source lags behind, so its data proves nothing
 */
async function recordHead({ db, clock }: Services, networkId: number, head: ChainBlock): Promise<boolean> {
  const height = head.height.toString();
  const seen = { height, hash: head.hash, seen_at: clock.now() };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('network_head')
    .values({ network_id: networkId, ...seen })
    .onConflict((conflict) =>
      conflict.column('network_id').doUpdateSet(seen).where('network_head.height', '<=', height),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Evaluates a network's response as a whole, and raises or closes its alerts.
 *
 * @param missing deposits that the response neither shows nor disproves
 * @returns undefined if deposits can be credited and reversed
 */
export async function evaluateView(
  services: Services,
  networkId: number,
  { head, withheldReason }: ChainView,
  missing: readonly string[],
): Promise<Pause | undefined> {
  // With several sources, a single source does not prove the head.
  const isBehind = withheldReason === undefined && !(await recordHead(services, networkId, head));
  const pause: Pause | undefined = withheldReason ?? (isBehind ? 'behind' : undefined);
  const details = { reason: pause ?? 'transaction-missing', height: head.height.toString() };
  const raised = withheldReason ? 'chain-withheld' : isBehind || missing.length > 0 ? 'chain-lagging' : undefined;
  const entityId = `network-${networkId}`;
  if (raised)
    await raiseAlert(services, {
      kind: raised,
      entityId,
      details: missing.length > 0 ? { ...details, deposits: missing.slice(0, 10).join(' ') } : details,
    });
  const open = await findOpenAlerts(services.db, kinds);
  const ended = open.filter((alert) => alert.entityId === entityId && alert.kind !== raised);
  await Promise.all(ended.map((alert) => closeAlert(services, alert, 'system')));
  return pause;
}
