import { Network } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { DepositAddressesExhausted, type DepositTarget } from '@wusd/payouts/chain-port';
import type { Services } from '../../services.ts';

/** Operators get an alert if fewer deposit addresses than this are left. */
const fewAddresses = 20;

/**
 * Assigns a deposit address on a network to a customer, and raises an alert if few addresses are left.
 *
 * @throws AppError SERVICE_UNAVAILABLE if no address is left
 */
export async function assignDepositTarget(
  services: Services,
  customerId: string,
  networkId: number,
): Promise<DepositTarget> {
  const { db } = services;
  const existing = await findTarget(db, customerId, networkId);
  if (existing) return existing;
  // Uses a separate transaction, because a rollback would use up a key index.
  await transact(db, (trx) => keyIndexOf(trx, customerId));
  try {
    return await transact(db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  } catch (error) {
    if (error instanceof DepositAddressesExhausted) throw new AppError('SERVICE_UNAVAILABLE');
    throw error;
  } finally {
    await updateAlert(services, networkId);
  }
}

/**
 * Returns a customer's deposit address on a network. It never changes, and concurrent calls return the same address.
 */
export async function depositTargetOf(
  { gateways }: Pick<Services, 'gateways'>,
  trx: Trx,
  customerId: string,
  networkId: number,
): Promise<DepositTarget> {
  const existing = await findTarget(trx, customerId, networkId);
  if (existing) return existing;
  const { address, memo = null } = await gateways.chain.depositTarget(networkId, await keyIndexOf(trx, customerId));
  await trx
    .insertInto('deposit_address')
    .values({ customer_id: customerId, network_id: networkId, address, memo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const saved = await findTarget(trx, customerId, networkId);
  if (!saved) throw new Error(`Deposit address ${address} of network ${networkId} belongs to another customer`);
  return saved;
}

async function findTarget(reader: Db | Trx, customerId: string, networkId: number): Promise<DepositTarget | undefined> {
  const row = await reader
    .selectFrom('deposit_address')
    .select(['address', 'memo'])
    .where('customer_id', '=', customerId)
    .where('network_id', '=', networkId)
    .executeTakeFirst();
  return row && { address: row.address, ...(row.memo !== null && { memo: row.memo }) };
}

/** Returns the key index of a customer, starting at 1. An insert uses up an index even if it conflicts. */
async function keyIndexOf(trx: Trx, customerId: string): Promise<bigint> {
  const find = trx.selectFrom('derivation').select('key_index').where('customer_id', '=', customerId);
  const existing = await find.executeTakeFirst();
  if (existing) return BigInt(existing.key_index);
  await trx
    .insertInto('derivation')
    .values({ customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return BigInt((await find.executeTakeFirstOrThrow()).key_index);
}

/**
 * Skips the next key indexes. A restored database does not know which indexes it issued after the backup. Their
 * customers may still send to these addresses, so they must not be issued to other customers.
 */
export async function skipKeyIndexes(trx: Trx, count: number): Promise<void> {
  await sql`select setval('derivation_key_index_seq', last_value + ${count}) from derivation_key_index_seq`.execute(
    trx,
  );
}

/** Only Solana addresses are listed in the settings. On other networks a key derives any number of addresses. */
async function updateAlert(services: Services, networkId: number): Promise<void> {
  const { db, settings } = services;
  if (networkId !== Network.Solana || !settings.networks.solana) return;
  const { last } = await db
    .selectFrom('derivation')
    .select((eb) => eb.fn.max('key_index').as('last'))
    .executeTakeFirstOrThrow();
  const left = Math.max(0, settings.networks.solana.depositAddresses.length - Number(last));
  const alert = { kind: 'deposit-addresses', entityId: `network-${networkId}` } as const;
  await (left < fewAddresses
    ? raiseAlert(services, { ...alert, details: { left: String(left) } })
    : closeAlert(services, alert, 'system'));
}
