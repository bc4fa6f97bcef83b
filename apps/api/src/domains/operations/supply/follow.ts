import { audit } from '../../../platform/audit/audit.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { networkIds } from '@wusd/server-kit/registry/networks';
import type { RecordedTransfer, TransferState } from '@wusd/payouts/chain-port';
import { finalityDepth } from '@wusd/payouts/finality';
import { custodyAccount, deskAccount, post, supplyAccount } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { issuedCurrency, issuerOn } from './issuer.ts';
import type { SupplyOrder } from './orders.ts';

/**
 * Posts mints and burns that are final. An order whose block was replaced becomes approved again and needs another
 * transaction.
 */
export async function followSupplyOrders(services: Services, run: QueueRun = everything): Promise<void> {
  const networks = run.networkId === undefined ? networkIds : [run.networkId];
  await forEachSettled(networks, async (networkId) => {
    const orders = await inspectSent(services, networkId);
    await run.forEach(
      orders,
      ({ order }) => order.id,
      ({ order, state }) => settle(services, order, state),
    );
  });
}

export interface InspectedOrder {
  order: SupplyOrder;
  state: TransferState;
}

/**
 * Returns orders whose transaction is recorded but not final, with its current state. If sources disagree, the state is
 * `unknown`.
 */
export async function inspectSent(
  { db, gateways, settings }: Pick<Services, 'db' | 'gateways' | 'settings'>,
  networkId: number,
): Promise<InspectedOrder[]> {
  const orders = await sentOrders(db, networkId);
  const issuer = issuerOn(settings.networks, networkId);
  if (orders.length === 0 || !issuer) return [];
  const { states, withheldReason } = await gateways.chain.inspect(
    networkId,
    orders.map((order) => recordedOf(order, issuer.counterparty)),
  );
  return orders.map((order, index) => ({
    order,
    state: (withheldReason === undefined ? states[index] : undefined) ?? { state: 'unknown' },
  }));
}

const sentOrders = (db: Db, networkId: number): Promise<SupplyOrder[]> =>
  db
    .selectFrom('supply_order')
    .selectAll()
    .where('network_id', '=', networkId)
    .where('status', '=', 'sent')
    .orderBy('id')
    .execute();

const recordedOf = (order: SupplyOrder, counterparty: string): RecordedTransfer => ({
  hash: order.hash ?? '',
  logIndex: order.log_index ?? 0,
  address: order.kind === 'mint' ? order.address : counterparty,
  currency: issuedCurrency,
  amount: BigInt(order.amount),
  isCredited: false,
  ...(order.block_height !== null &&
    order.block_hash !== null && { block: { height: BigInt(order.block_height), hash: order.block_hash } }),
});

async function settle(
  services: Services,
  { id, network_id: networkId }: SupplyOrder,
  state: TransferState,
): Promise<void> {
  if (state.state === 'unknown') return;
  if (state.state === 'included' && state.confirmations < finalityDepth(networkId)) return;
  const { db, clock } = services;
  await transact(db, async (trx) => {
    const locked = trx.selectFrom('supply_order').selectAll().where('id', '=', id).forUpdate();
    const order = await locked.executeTakeFirst();
    if (order?.status !== 'sent') return;
    const isFinal = state.state === 'included';
    if (isFinal) await postOrder(services, trx, order);
    await trx
      .updateTable('supply_order')
      .set(
        isFinal
          ? { status: 'completed', block_height: state.block.height.toString(), block_hash: state.block.hash }
          : { status: 'approved', hash: null, log_index: null, block_height: null, block_hash: null },
      )
      .where('id', '=', id)
      .execute();
    const act = isFinal ? 'supply order completed' : 'supply order reorganised';
    await audit(trx, clock, { customerId: undefined, actor: 'system', act, details: { id, hash: order.hash ?? '' } });
  });
}

/**
 * A mint debits the account of the holder: custody for our own addresses, otherwise the desk, which issues the tokens.
 * A burn reverses that.
 */
async function postOrder({ clock }: Services, trx: Trx, order: SupplyOrder): Promise<void> {
  const { id, kind, network_id: networkId } = order;
  const amount = kind === 'mint' ? BigInt(order.amount) : -BigInt(order.amount);
  const holder = order.is_custody
    ? await custodyAccount(trx, clock, networkId, issuedCurrency)
    : await deskAccount(trx, clock, issuedCurrency);
  const supply = await supplyAccount(trx, clock, networkId, issuedCurrency);
  const legs = [
    { account: holder, amount },
    { account: supply, amount: -amount },
  ];
  await post(trx, { id: `${id}:${kind}`, kind, entityId: id, eventTime: clock.now(), legs });
}
