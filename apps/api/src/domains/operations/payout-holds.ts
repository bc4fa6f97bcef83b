import { closeAlert, raiseAlert } from '../../platform/alerts/alerts.ts';
import { audit } from '../../platform/audit/audit.ts';
import { transact, type Trx } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { type PayoutRoute, payoutRoutes } from '../transfers/core/payout-holds.ts';
import { OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

/** All values of the route argument: each route, and `all`. */
export const heldRoutes: readonly string[] = [...payoutRoutes, 'all'];

const routesOf = (given: string): readonly PayoutRoute[] => (given === 'all' ? payoutRoutes : [given]);

/**
 * Holds payouts over a network or through a bank, on all nodes. Payouts that are already signed or submitted to the
 * bank still arrive, and so do payouts that a node is signing or submitting at this moment.
 *
 * @param given one of `heldRoutes`; `all` skips routes that are already held
 * @throws OperatorError CONFLICT if the route is already held
 */
export async function holdPayouts(
  services: Services,
  given: string,
  why: string,
  operator: string,
): Promise<CommandResult<'payout-holds'>> {
  const { clock } = services;
  await transact(services.db, async (trx) => {
    for (const route of routesOf(given)) {
      const { numInsertedOrUpdatedRows: rows } = await trx
        .insertInto('payout_hold')
        .values({ route, why, held_by: operator, held_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (rows === 0n && given !== 'all')
        throw new OperatorError(
          'CONFLICT',
          `Payouts are held already: ${route}. \`payout-holds\` says by whom and why.`,
        );
      if (rows === 0n) continue;
      await recordHold(trx, services, 'payouts held', { route, why, operator });
      await raiseAlert({ ...services, db: trx }, { kind: 'payouts-held', entityId: route, details: { operator, why } });
    }
  });
  return listPayoutHolds(services);
}

/**
 * Releases held payouts. Payouts that were waiting are sent within about a minute.
 *
 * @param given one of `heldRoutes`
 * @throws OperatorError NOT_FOUND if no such route is held
 */
export async function releasePayouts(
  services: Services,
  given: string,
  operator: string,
): Promise<CommandResult<'payout-holds'>> {
  await transact(services.db, async (trx) => {
    const released = await trx
      .deleteFrom('payout_hold')
      .where('route', 'in', routesOf(given))
      .returning('route')
      .execute();
    if (released.length === 0) throw new OperatorError('NOT_FOUND', `No payouts are held: ${given}.`);
    for (const { route } of released) {
      await recordHold(trx, services, 'payouts released', { route, operator });
      await closeAlert({ ...services, db: trx }, { kind: 'payouts-held', entityId: route }, operator);
    }
  });
  return listPayoutHolds(services);
}

/** Lists the routes with held payouts, by name. */
export async function listPayoutHolds({ db }: Services): Promise<CommandResult<'payout-holds'>> {
  const rows = await db.selectFrom('payout_hold').selectAll().orderBy('route').execute();
  const items = rows.map(({ route, why, held_by, held_at }) => ({ route, why, heldBy: held_by, heldAt: held_at }));
  return { type: 'payout-holds', items };
}

const recordHold = (trx: Trx, { clock }: Services, act: string, details: Record<string, string>): Promise<void> =>
  audit(trx, clock, { customerId: undefined, actor: 'Operations', act, details });
