import { networkNames } from '@wusd/api-sdk/domain';
import { fromMinor, isAmount, toMinor } from '@wusd/api-sdk/money';
import type { Selectable } from 'kysely';
import { audit } from '../../../platform/audit/audit.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { createId } from '../../../platform/ids.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { type NetworkId, networkIdOf } from '@wusd/server-kit/registry/networks';
import { toLedgerUnits, toTokenUnits } from '@wusd/payouts/token-units';
import { parseAddress } from '../../destinations/blockchain-addresses/address-formats.ts';
import type { Services } from '../../services.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { CommandResult, SupplyOrderView } from '../results.ts';
import { issuedCurrency, type Issuer, issuerOn } from './issuer.ts';

export type SupplyOrder = Selectable<Database['supply_order']>;

/** Number of operators who must approve an order before its call is shown. */
const approvalsNeeded = 2;

export interface SupplyRequest {
  kind: 'mint' | 'burn';
  networkId: NetworkId;
  /** Decimal amount. */
  amount: string;
  /** @default for a mint, the address that sends payouts */
  address: string | undefined;
  purpose: string;
}

/** Records an order that needs approvals. @throws UsageError, OperatorError CONFLICT */
export async function orderSupply(
  services: Services,
  request: SupplyRequest,
  operator: string,
): Promise<CommandResult<'supply-order'>> {
  const { db, clock, gateways, settings } = services;
  const { kind, networkId, purpose } = request;
  const issuer = issuerOn(settings.networks, networkId);
  if (!issuer)
    throw new OperatorError(
      'CONFLICT',
      `The settings name no ${issuedCurrency} contract on ${networkNames[networkId]}.`,
    );
  const amount = parseAmount(request.amount, issuer);
  const asked = request.address ?? (await gateways.payouts.sender(networkId));
  const address = parseAddress(networkId, asked);
  if (address === undefined) throw new UsageError(`${asked} is not an address on ${networkNames[networkId]}.`);
  return transact(db, async (trx) => {
    const owner = await ownerOf(trx, services, networkId, address);
    if (kind === 'mint' && owner === 'customer')
      throw new OperatorError(
        'CONFLICT',
        `${address} is a customer's deposit address: the customer would be credited.`,
      );
    const id = createId('sup', clock);
    const order = {
      id,
      kind,
      network_id: networkId,
      amount: amount.toString(),
      address,
      is_custody: owner !== 'other',
      purpose,
      ordered_by: operator,
      ordered_at: clock.now(),
      status: 'pending approval' as const,
    };
    await trx.insertInto('supply_order').values(order).execute();
    const details = { id, amount: request.amount, network: networkNames[networkId], operator };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: `${kind} ordered`, details });
    return { type: 'supply-order', ...(await viewOf(trx, services, id)) };
  });
}

/** Maximum amount of a ledger column, at the ledger's scale: 18 digits before the point. */
const mostAmount = 10n ** 36n - 1n;

/** Returns minor units at the ledger's scale. @throws UsageError */
function parseAmount(text: string, { decimals }: Issuer): bigint {
  if (!isAmount(text, decimals))
    throw new UsageError(`The amount must be a decimal with at most ${decimals} decimal places.`);
  const amount = toLedgerUnits(issuedCurrency, { decimals }, toMinor(text, decimals));
  if (amount <= 0n) throw new UsageError('The amount must be more than zero.');
  if (amount > mostAmount) throw new UsageError('The amount must be less than 10^18.');
  return amount;
}

/**
 * Returns the kind of owner of an address. The ledger's custody account covers customers' deposit addresses and our
 * payout senders.
 */
async function ownerOf(
  trx: Trx,
  { gateways }: Services,
  networkId: number,
  address: string,
): Promise<'customer' | 'sender' | 'other'> {
  const deposit = await trx
    .selectFrom('deposit_address')
    .select('address')
    .where('network_id', '=', networkId)
    .where('address', '=', address)
    .executeTakeFirst();
  if (deposit) return 'customer';
  const sender = await trx
    .selectFrom('payout_sender')
    .select('sender')
    .where('network_id', '=', networkId)
    .where('sender', '=', address)
    .executeTakeFirst();
  return sender || (await gateways.payouts.sender(networkId)) === address ? 'sender' : 'other';
}

/**
 * Adds an operator's approval. Repeated approvals by one operator count once.
 * @throws OperatorError NOT_FOUND, CONFLICT; UsageError for a rejection
 */
export async function decideSupplyOrder(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  _reason: string | undefined,
  operator: string,
): Promise<CommandResult<'supply-order'>> {
  if (decision === 'reject') throw new UsageError('Use cancel-supply-order for a mint or burn.');
  const { db, clock } = services;
  return transact(db, async (trx) => {
    await lockOrder(trx, id, ['pending approval']);
    const approval = await trx
      .insertInto('supply_approval')
      .values({ order_id: id, operator, approved_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('operator')
      .executeTakeFirst();
    if (!approval)
      throw new OperatorError('CONFLICT', `${operator} has approved ${id} already. Another operator must.`);
    await audit(trx, clock, {
      customerId: undefined,
      actor: 'Operations',
      act: 'supply order approved',
      details: { id, operator },
    });
    if ((await approversOf(trx, id)).length >= approvalsNeeded)
      await trx.updateTable('supply_order').set({ status: 'approved' }).where('id', '=', id).execute();
    return { type: 'supply-order', ...(await viewOf(trx, services, id)) };
  });
}

/**
 * Cancels an order that was not sent. Afterwards its call must not be sent. @throws OperatorError NOT_FOUND, CONFLICT
 */
export async function cancelSupplyOrder(
  services: Services,
  id: string,
  why: string,
  operator: string,
): Promise<CommandResult<'supply-order'>> {
  const { db, clock } = services;
  return transact(db, async (trx) => {
    await lockOrder(trx, id, ['pending approval', 'approved']);
    await trx.updateTable('supply_order').set({ status: 'cancelled' }).where('id', '=', id).execute();
    const details = { id, why, operator };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'supply order cancelled', details });
    return { type: 'supply-order', ...(await viewOf(trx, services, id)) };
  });
}

export async function showSupplyOrders(
  services: Services,
  id: string | undefined,
): Promise<CommandResult<'supply-order' | 'supply-orders'>> {
  const { db } = services;
  if (id !== undefined) return { type: 'supply-order', ...(await viewOf(db, services, id)) };
  const orders = await db.selectFrom('supply_order').select('id').orderBy('id', 'desc').limit(100).execute();
  return { type: 'supply-orders', items: await Promise.all(orders.map((each) => viewOf(db, services, each.id))) };
}

/** @throws OperatorError NOT_FOUND, or CONFLICT if the order has another status */
export async function lockOrder(
  trx: Trx,
  id: string,
  statuses: readonly SupplyOrder['status'][],
): Promise<SupplyOrder> {
  const order = await trx.selectFrom('supply_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!order) throw new OperatorError('NOT_FOUND', `There is no mint or burn ${id}.`);
  if (!statuses.includes(order.status))
    throw new OperatorError('CONFLICT', `${id} is ${order.status}. This needs ${statuses.join(' or ')}.`);
  return order;
}

async function approversOf(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('supply_approval')
    .select('operator')
    .where('order_id', '=', orderId)
    .orderBy('approved_at')
    .execute();
  return rows.map(({ operator }) => operator);
}

/** @throws OperatorError NOT_FOUND */
export async function viewOf(db: Db, { settings }: Services, id: string): Promise<SupplyOrderView> {
  const order = await db.selectFrom('supply_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) throw new OperatorError('NOT_FOUND', `There is no mint or burn ${id}.`);
  const { kind, address, purpose, status, hash } = order;
  const networkId = networkIdOf(order.network_id);
  const issuer = issuerOn(settings.networks, networkId);
  return {
    id,
    kind,
    network: networkNames[networkId],
    money: { amount: fromMinor(BigInt(order.amount), scaleOf(issuedCurrency)), currency: issuedCurrency },
    address,
    purpose,
    orderedBy: order.ordered_by,
    orderedAt: order.ordered_at,
    status,
    approvedBy: await approversOf(db, id),
    hash,
    call: issuer && status === 'approved' ? callOf(issuer, order) : null,
  };
}

function callOf(issuer: Issuer, { kind, address, amount }: SupplyOrder): NonNullable<SupplyOrderView['call']> {
  const units = toTokenUnits(issuedCurrency, issuer, BigInt(amount));
  return { chainId: issuer.chainId, to: issuer.contract, data: issuer.callData(kind, address, units) };
}
