import { transact } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import type { Services } from '../../services.ts';
import { detectTransfer } from './detect.ts';

/**
 * Reads new transfers of each network. Reading a transfer twice is harmless, and a network that fails does not delay
 * other networks.
 */
export async function scanChains(
  services: Services,
  { networkId: only }: Pick<QueueRun, 'networkId'> = everything,
): Promise<void> {
  const cursors = await services.db.selectFrom('scan_cursor').selectAll().execute();
  await forEachSettled(
    services.gateways.networks.filter((id) => (only ?? id) === id),
    (networkId) => {
      const found = cursors.find(({ source }) => source === cursorOf(networkId));
      return scan(services, networkId, BigInt(found?.position ?? 0), found?.hash ?? undefined);
    },
  );
}

/** Source of a network's scan cursor. */
export const cursorOf = (networkId: number): string => `network-${networkId}`;

/** The cursor moves only after all transfers before it are recorded. After a crash in between they are read again. */
async function scan(services: Services, networkId: number, from: bigint, fromHash: string | undefined): Promise<void> {
  const { db, gateways, notifier } = services;
  const known = await depositAddressesOn(services, networkId);
  const { transfers, cursor, hash } = await gateways.chain.transfersSince(networkId, from, known, fromHash);
  // Queried again, because a customer may have received an address in the meantime.
  const owned = transfers.length === 0 ? [] : await depositAddressesOn(services, networkId, transfers);
  for (const transfer of transfers.filter(({ address }) => owned.includes(address))) {
    const customerId = await transact(db, (trx) => detectTransfer(services, trx, transfer));
    if (customerId !== undefined) await notifier.send(customerId, 'deposits');
  }
  if (cursor < from || (cursor === from && hash === fromHash)) return;
  const position = cursor.toString();
  await db
    .insertInto('scan_cursor')
    .values({ source: cursorOf(networkId), position, hash: hash ?? null })
    .onConflict((conflict) =>
      conflict
        .column('source')
        .doUpdateSet({ position, hash: hash ?? null })
        .where('scan_cursor.position', '<=', position),
    )
    .execute();
}

/**
 * Returns customers' deposit addresses. On a network with memos all customers share one address.
 * @param among if set, only recipients of these transfers
 */
async function depositAddressesOn(
  { db }: Pick<Services, 'db'>,
  networkId: number,
  among?: readonly { address: string }[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('deposit_address')
    .select('address')
    .distinct()
    .where('network_id', '=', networkId)
    .$if(among !== undefined, (query) =>
      query.where('address', 'in', [...new Set(among?.map(({ address }) => address))]),
    )
    .execute();
  return rows.map(({ address }) => address);
}
