import { partners } from '@wusd/api-sdk/domain';
import { networkIds } from '@wusd/server-kit/registry/networks';
import { networkSlug } from '../../../gateways/guard/guard.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';

/** Route of a payout: the slug of a network or the id of a partner bank, e.g. `base` or `dbs`. */
export type PayoutRoute = string;

export const payoutRoutes: readonly PayoutRoute[] = [...networkIds.map(networkSlug), ...partners];

/** Whether an operator holds payouts over a route. */
export async function arePayoutsHeld(reader: Db | Trx, route: PayoutRoute): Promise<boolean> {
  const held = await reader.selectFrom('payout_hold').select('route').where('route', '=', route).executeTakeFirst();
  return held !== undefined;
}
