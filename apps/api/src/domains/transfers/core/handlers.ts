import { type Caller, FileResponse } from '../../../platform/contract/operations.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import { findTransfer, searchTransfers, type TransferReader, type TransferSearch, type Viewer } from './queries.ts';
import { readableDirections } from './scopes.ts';
import type { Direction, TransferStatus } from './transfer-kind.ts';

interface ReadCall {
  caller: Caller;
  language: string | undefined;
}

/** Handlers that read transfers: search, get and receipt. */
export function readHandlers<
  Row extends { id: string; direction: Direction },
  Filter,
  Status extends TransferStatus,
  Response extends { id: string; status: Status },
>(
  db: Db,
  asset: 'crypto' | 'fiat',
  reader: TransferReader<Row, Filter, Response>,
  receipts: {
    /** Statuses that have a receipt. */
    statuses: ReadonlySet<Status>;
    render(customerId: string, transfer: Response, language: string | undefined): Promise<KeptFile>;
  },
) {
  const viewerOf = ({ caller: { customerId, scopes }, language }: ReadCall, leaf: 'view' | 'receipt'): Viewer => ({
    customerId,
    directions: readableDirections(asset, scopes, leaf),
    language,
  });
  return {
    search: (call: ReadCall & { body: TransferSearch<Filter> }) =>
      searchTransfers(db, reader, viewerOf(call, 'view'), call.body),

    get: (call: ReadCall & { path: { id: string } }) => findTransfer(db, reader, viewerOf(call, 'view'), call.path.id),

    async receipt(call: ReadCall & { path: { id: string } }) {
      const { customerId } = call.caller;
      const transfer = await findTransfer(db, reader, viewerOf(call, 'receipt'), call.path.id);
      if (!receipts.statuses.has(transfer.status)) throw new AppError('NOT_FOUND');
      return new FileResponse(await receipts.render(customerId, transfer, call.language));
    },
  };
}
