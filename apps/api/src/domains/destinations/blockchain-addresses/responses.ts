import type { BlockchainAddress } from '@wusd/api-sdk';
import type { Selectable } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { containing, pageOf, pageOrder, readCursor } from '../../../platform/database/pages.ts';
import { timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { networkIdOf } from '../../../platform/registry/networks.ts';
import { toStateResponse } from '../responses.ts';
import { destinationStates } from '../states.ts';

export type AddressRow = Selectable<Database['blockchain_address']>;

const present = (db: Db, customerId: string) =>
  db.selectFrom('blockchain_address').selectAll().where('customer_id', '=', customerId).where('status', '<>', 'gone');

/** Every one of a customer's, newest first. Two queries. */
export async function listAddresses(
  db: Db,
  clock: Clock,
  customerId: string,
  language: string | undefined,
): Promise<BlockchainAddress[]> {
  return show(db, clock, await present(db, customerId).orderBy('id', 'desc').execute(), language);
}

/** @throws AppError NOT_FOUND where it is not this customer's, or is gone */
export async function findAddress(
  db: Db,
  clock: Clock,
  customerId: string,
  id: string,
  language: string | undefined,
): Promise<BlockchainAddress> {
  const [address] = await show(db, clock, await present(db, customerId).where('id', '=', id).execute(), language);
  if (!address) throw new AppError('NOT_FOUND');
  return address;
}

export interface AddressSearch {
  filter?: { status?: BlockchainAddress['status']; networkId?: number; text?: string };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** A keyset page. Two queries, however many there are. */
export async function searchAddresses(
  db: Db,
  clock: Clock,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: AddressSearch,
  language: string | undefined,
) {
  const { status, networkId, text } = filter;
  const after = readCursor(cursor);
  const { beyond, by } = pageOrder[sort];
  const like = containing(text);
  let query = present(db, customerId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (networkId !== undefined) query = query.where('network_id', '=', networkId);
  if (like !== undefined)
    query = query.where((eb) => eb.or([eb('label', 'ilike', like), eb('address', 'ilike', like)]));
  if (after !== undefined) query = query.where('id', beyond, after);
  const rows = await query
    .orderBy('id', by)
    .limit(size + 1)
    .execute();
  const shown = new Map((await show(db, clock, rows.slice(0, size), language)).map((each) => [each.id, each]));
  return pageOf(rows, size, ({ id }) => shown.get(id) as BlockchainAddress);
}

async function show(
  db: Db,
  clock: Clock,
  rows: readonly AddressRow[],
  language: string | undefined,
): Promise<BlockchainAddress[]> {
  if (rows.length === 0) return [];
  const timelines = await timelinesOf(db, destinationStates, rows);
  return rows.map((row): BlockchainAddress => ({
    id: row.id,
    label: row.label,
    address: row.address,
    networkId: networkIdOf(row.network_id),
    ...(row.memo !== null && { memo: row.memo }),
    risk: row.risk,
    ...toStateResponse(row, destinationStates, timelines.get(row.id) ?? [], clock, language),
  }));
}
