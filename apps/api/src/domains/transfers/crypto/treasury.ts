import {
  type AlertKind,
  closeAlert,
  findOpenAlerts,
  type NewAlert,
  raiseAlert,
} from '../../../platform/alerts/alerts.ts';
import type { TreasuryReport } from '@wusd/payouts/signer-protocol';
import type { Services } from '../../services.ts';
import { type FinalTransaction, postNetworkFee } from './network-fees.ts';

/** If the gas balance covers fewer top-ups than this, operators get an alert to fund the gas account. */
const fewestTopUps = 100;
const source = 'treasury';

/** Time without a successful round after which sweeps of a network count as failing. */
const failingMs = 10 * 60_000;
/** Kinds of alerts about networks with sweeps. */
const kinds = ['gas-account', 'gas-limit', 'sweep-stuck', 'sweep-failing'] as const satisfies readonly AlertKind[];

/**
 * Reads the signer's report on sweeps of deposit addresses, posts the fees of final transactions, and updates the
 * alerts.
 *
 * @throws Error if our nodes do not know a transaction that the signer reports as final, or do not respond; all other
 *   transactions are still posted
 */
export async function followTreasury(services: Services): Promise<void> {
  const { gateways } = services;
  if (!gateways.treasury) return;
  let after = await readCursor(services);
  let report = await gateways.treasury.report(after);
  await updateAlerts(services, report);
  if (BigInt(report.newestPosition) < BigInt(after)) {
    // The signer's database was restored, so it reuses positions.
    after = '0';
    await moveCursor(services, after);
    report = await gateways.treasury.report(after);
  }
  const failures = new Map<number, unknown>();
  while (report.transfers.length > 0) {
    for (const { position, ...transaction } of report.transfers) {
      await postUnlessPosted(services, transaction, failures);
      // The cursor stays before the first transaction that could not be posted, because posting is idempotent.
      if (failures.size === 0) await moveCursor(services, position);
      after = position;
    }
    report = await gateways.treasury.report(after);
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Fees of sweeps could not be posted');
}

/** @param failures errors by network; a network whose nodes do not respond gets no further requests */
async function postUnlessPosted(
  services: Services,
  transaction: FinalTransaction,
  failures: Map<number, unknown>,
): Promise<void> {
  const { networkId, sender, nonce, hash } = transaction;
  if (failures.get(networkId) instanceof NodeFailed) return;
  const posted = await services.db
    .selectFrom('network_fee')
    .select('hash')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  if (posted) return;
  try {
    if (await postNetworkFee(services, transaction)) return;
    failures.set(networkId, new Error(`Network ${networkId} does not know ${hash} in a final block`));
  } catch (error) {
    failures.set(
      networkId,
      new NodeFailed(`The fee of ${hash} on network ${networkId} could not be posted`, { cause: error }),
    );
  }
}

class NodeFailed extends Error {
  override readonly name = 'NodeFailed';
}

async function readCursor({ db }: Services): Promise<string> {
  const cursor = await db.selectFrom('scan_cursor').select('position').where('source', '=', source).executeTakeFirst();
  return cursor?.position ?? '0';
}

async function moveCursor({ db }: Services, position: string): Promise<void> {
  await db
    .insertInto('scan_cursor')
    .values({ source, position })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ position }))
    .execute();
}

async function updateAlerts(services: Services, { networks }: TreasuryReport): Promise<void> {
  const keep = (isOpen: boolean, alert: NewAlert): Promise<boolean> =>
    isOpen ? raiseAlert(services, alert) : closeAlert(services, alert, 'system');
  const now = services.clock.now().getTime();
  for (const { networkId, gasAccount, topUpsLeft, isLimitReached, stuck, succeededAt } of networks) {
    const [network, entityId] = [String(networkId), entityOf(networkId)];
    if (topUpsLeft !== undefined) {
      const details = { network, sender: gasAccount, topUps: topUpsLeft };
      await keep(BigInt(topUpsLeft) < fewestTopUps, { kind: 'gas-account', entityId, details });
    }
    await keep(isLimitReached, { kind: 'gas-limit', entityId, details: { network } });
    await keep(stuck > 0, { kind: 'sweep-stuck', entityId, details: { network, transfers: String(stuck) } });
    const isFailing = now - Date.parse(succeededAt) > failingMs;
    await keep(isFailing, { kind: 'sweep-failing', entityId, details: { network, since: succeededAt } });
  }
  await closeOthers(services, new Set(networks.map(({ networkId }) => entityOf(networkId))));
}

const entityOf = (networkId: number): string => `network-${networkId}`;

/** Closes alerts about networks that are no longer swept. @param swept entity ids of networks that are swept */
async function closeOthers(services: Services, swept: ReadonlySet<string>): Promise<void> {
  for (const alert of await findOpenAlerts(services.db, kinds))
    if (!swept.has(alert.entityId)) await closeAlert(services, alert, 'system');
}
