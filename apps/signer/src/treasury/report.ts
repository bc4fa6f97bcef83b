import { sql } from 'kysely';
import { parsePrice } from '@wusd/payouts/evm/payouts';
import type { TreasuryReport } from '@wusd/payouts/signer-protocol';
import { maxOf } from '@wusd/server-kit/bigints';
import type { Db } from '../database/database.ts';
import { gasSpending } from './transfers.ts';
import type { TreasuryNetwork, TreasuryServices } from './treasury.ts';

/** Time after which a transfer that is not final is reported. */
const reportedAfterMs = 60 * 60_000;
/** Maximum number of transfers per page. */
const pageSize = 500;

type ReportServices = Pick<TreasuryServices, 'db' | 'clock' | 'payouts'>;

/** Records how many top-ups the gas account of a network can pay. @throws if a node does not answer */
export async function recordGas(
  { db, clock, payouts }: ReportServices,
  { networkId, node, limits, gasAccount }: TreasuryNetwork,
): Promise<void> {
  const { maxFeePerGas } = parsePrice(await payouts.currentPrice(networkId));
  // Maximum cost of a top-up: a sweep that needs the whole gas limit.
  const cost = limits.maxGas * maxOf(maxFeePerGas, 1n);
  const { within24h } = await gasSpending(db, networkId, clock.now());
  const gas = {
    gas_account: gasAccount,
    top_ups_left: String((await node.nativeBalance(gasAccount)) / cost),
    is_limit_reached: within24h + cost > limits.gasPerDay,
  };
  await db
    .insertInto('treasury_state')
    .values({ network_id: networkId, ...gas, stuck: 0, succeeded_at: clock.now() })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(gas))
    .execute();
}

/** Records the result of a network's round, even if no node answers. */
export async function recordRound(
  { db, clock }: ReportServices,
  { networkId, gasAccount }: TreasuryNetwork,
  hasSucceeded: boolean,
): Promise<void> {
  const now = clock.now();
  const { stuck } = await db
    .selectFrom('treasury_transfer')
    .select(({ fn }) => fn.countAll<string>().as('stuck'))
    .where('network_id', '=', networkId)
    .where('status', 'in', ['signed', 'included'])
    .where('created_at', '<', new Date(now.getTime() - reportedAfterMs))
    .executeTakeFirstOrThrow();
  const state = { stuck: Number(stuck), ...(hasSucceeded && { succeeded_at: now }) };
  await db
    .insertInto('treasury_state')
    // A network whose first round fails counts as failing from that time.
    .values({ network_id: networkId, gas_account: gasAccount, is_limit_reached: false, succeeded_at: now, ...state })
    .onConflict((conflict) => conflict.column('network_id').doUpdateSet(state))
    .execute();
}

/** Removes the states of networks that are no longer swept. @param networkIds networks that are swept */
export async function forgetOtherNetworks(db: Db, networkIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('treasury_state')
    .where(sql<boolean>`network_id <> all(${networkIds}::int[])`)
    .execute();
}

/** Returns final transfers after a position, and the state of each network. */
export async function readReport(db: Db, after: string): Promise<TreasuryReport> {
  const transfers = await db
    .selectFrom('treasury_transfer')
    .select(['position', 'network_id', 'sender', 'nonce', 'hash'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(pageSize)
    .execute();
  const { newest } = await db
    .selectFrom('treasury_transfer')
    .select(({ fn }) => fn.max('position').as('newest'))
    .executeTakeFirstOrThrow();
  const states = await db.selectFrom('treasury_state').selectAll().orderBy('network_id').execute();
  return {
    transfers: transfers.flatMap(({ position, hash, network_id: networkId, ...rest }) =>
      position === null || hash === null ? [] : [{ ...rest, position, networkId, hash }],
    ),
    newestPosition: newest ?? '0',
    networks: states.map((state) => ({
      networkId: state.network_id,
      gasAccount: state.gas_account,
      ...(state.top_ups_left !== null && { topUpsLeft: state.top_ups_left }),
      isLimitReached: state.is_limit_reached,
      stuck: state.stuck,
      succeededAt: state.succeeded_at.toISOString(),
    })),
  };
}
