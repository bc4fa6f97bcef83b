import type { Db } from '../../../platform/database/database.ts';
import { pageOf } from '../../../platform/database/pages.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { afterCursor, type PageRequest, type SearchFilter } from './search.ts';
import type { Direction } from './transfer-kind.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';

/** The customer whose transfers are read, the readable directions, and the language. */
export interface Viewer {
  customerId: string;
  directions: readonly Direction[];
  language: string | undefined;
}

export interface TransferSearch<Filter> {
  filter?: Partial<Filter> & SearchFilter & { direction?: Direction };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** Functions that read crypto or fiat transfers. */
export interface TransferReader<Row, Filter, Response> {
  find(db: Db, customerId: string, id: string): Promise<Row | undefined>;
  search(
    db: Db,
    customerId: string,
    filter: Partial<Filter> & SearchFilter,
    directions: readonly Direction[],
    page: PageRequest,
  ): Promise<Row[]>;
  toResponses(db: Db, rows: readonly Row[], language: string | undefined): Promise<Response[]>;
}

/** @throws AppError NOT_FOUND if the transfer belongs to another customer, or the viewer may not see its direction */
export async function findTransfer<Row extends { direction: Direction }, Filter, Response>(
  db: Db,
  reader: TransferReader<Row, Filter, Response>,
  { customerId, directions, language }: Viewer,
  id: string,
): Promise<Response> {
  const row = await reader.find(db, customerId, id);
  const [response] = row && directions.includes(row.direction) ? await reader.toResponses(db, [row], language) : [];
  if (!response) throw new AppError('NOT_FOUND');
  return response;
}

/**
 * Returns a keyset page of a customer's transfers. Three queries for any page size.
 *
 * @throws AppError SCOPE_MISSING if the viewer may not see the direction in the filter
 */
export async function searchTransfers<Row extends { id: string }, Filter, Response extends { id: string }>(
  db: Db,
  reader: TransferReader<Row, Filter, Response>,
  { customerId, directions, language }: Viewer,
  { filter, sort = 'newest', size = 20, cursor }: TransferSearch<Filter>,
) {
  const { direction } = filter ?? {};
  if (direction !== undefined && !directions.includes(direction)) throw new AppError('SCOPE_MISSING');
  const rows = await reader.search(db, customerId, filter ?? {}, direction === undefined ? directions : [direction], {
    after: afterCursor(cursor),
    sort,
    limit: size + 1,
  });
  const responses = await reader.toResponses(db, rows.slice(0, size), language);
  const byId = new Map(responses.map((response) => [response.id, response]));
  return pageOf(rows, size, ({ id }) => getOrThrow(byId, id));
}
