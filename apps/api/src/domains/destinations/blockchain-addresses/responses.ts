import type { BlockchainAddress } from '@wusd/api-sdk';
import type { Selectable } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { containing, pageOf, pageOrder, readCursor } from '../../../platform/database/pages.ts';
import { timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { networkIdOf } from '@wusd/server-kit/registry/networks';
import { toStateResponse, type VisibleStatus } from '../responses.ts';
import { destinationStates } from '../states.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';

type AddressRow = Selectable<Database['blockchain_address']>;

const savedAddresses = (db: Db, customerId: string) =>
  db
    .selectFrom('blockchain_address')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'gone')
    .$narrowType<{ status: VisibleStatus }>();

/** Lists all addresses of a customer, newest first. Two queries. */
export async function listAddresses(
  db: Db,
  clock: Clock,
  customerId: string,
  language: string | undefined,
): Promise<BlockchainAddress[]> {
  return toResponses(db, clock, await savedAddresses(db, customerId).orderBy('id', 'desc').execute(), language);
}

/** @throws AppError NOT_FOUND if the customer has no such address, or has deleted it */
export async function findAddress(
  db: Db,
  clock: Clock,
  customerId: string,
  id: string,
  language: string | undefined,
): Promise<BlockchainAddress> {
  const [address] = await toResponses(
    db,
    clock,
    await savedAddresses(db, customerId).where('id', '=', id).execute(),
    language,
  );
  if (!address) throw new AppError('NOT_FOUND');
  return address;
}

export interface AddressSearch {
  filter?: { status?: BlockchainAddress['status']; networkId?: number; text?: string };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** Returns a keyset page. Two queries for any page size. */
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
  let query = savedAddresses(db, customerId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (networkId !== undefined) query = query.where('network_id', '=', networkId);
  if (like !== undefined)
    query = query.where((eb) => eb.or([eb('label', 'ilike', like), eb('address', 'ilike', like)]));
  if (after !== undefined) query = query.where('id', beyond, after);
  const rows = await query
    .orderBy('id', by)
    .limit(size + 1)
    .execute();
  const shown = new Map((await toResponses(db, clock, rows.slice(0, size), language)).map((each) => [each.id, each]));
  return pageOf(rows, size, ({ id }) => getOrThrow(shown, id));
}

async function toResponses(
  db: Db,
  clock: Clock,
  rows: readonly (AddressRow & { status: VisibleStatus })[],
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
