import type { Db, Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { auditCommand } from '../../../commands/audit-command.ts';
import type { Customer } from '../../../commands/customers.ts';
import { hasMemo, isMemo, parseAddress } from './address-formats.ts';
import { exclusionError, findExclusion } from './excluded-addresses.ts';
import { destinationOperations, publishDestinationUpdated, screenedStatuses } from '../transitions.ts';
import { destinationStates, quarantineMs } from '../states.ts';
import { sendSecurityNotice } from '../../identity-access/security/notices.ts';
import type { Services } from '../../services.ts';

/** An address as entered by a customer. */
export interface NewAddress {
  label: string;
  address: string;
  networkId: number;
  memo?: string | undefined;
}

/**
 * Normalizes an entered address and finds the violations that prevent saving it.
 *
 * @throws AppError INVALID_REQUEST if the label is missing, the memo is malformed or not supported by the network, or
 *   the customer has saved the address already
 */
export async function validateAddress(
  services: Pick<Services, 'gateways' | 'settings'>,
  db: Db | Trx,
  customerId: string,
  { label, address: entered, networkId, memo: enteredMemo }: NewAddress,
): Promise<{ address: NewAddress; violations: AppError[] }> {
  if (label.trim() === '') throw new AppError('INVALID_REQUEST', { field: '/body/label', reasonCode: 'missing' });
  const memo = readMemo(enteredMemo, networkId);
  const { gateways } = services;
  const isConfigured = gateways.networks.some((id) => id === networkId);
  const address = isConfigured ? parseAddress(networkId, entered.trim()) : undefined;
  const exclusion = address === undefined ? undefined : await findExclusion(services, db, networkId, address);
  const needsMemo =
    address !== undefined &&
    exclusion === undefined &&
    memo === undefined &&
    (await gateways.chain.needsMemo(networkId, address));
  const normalized = { label: label.trim(), address: address ?? entered.trim(), networkId, memo };
  if (await isSaved(db, customerId, normalized)) throw alreadySavedError();
  return {
    address: normalized,
    violations: [
      ...(address === undefined ? [new AppError('ADDRESS_INVALID', { field: '/body/address' })] : []),
      ...(exclusion === undefined ? [] : [exclusionError(exclusion, '/body/address')]),
      ...(needsMemo ? [new AppError('MEMO_REQUIRED', { field: '/body/memo' })] : []),
    ],
  };
}

/** @throws AppError INVALID_REQUEST if the memo is malformed or the network does not support memos */
function readMemo(entered: string | undefined, networkId: number): string | undefined {
  const memo = entered?.trim();
  if (memo === undefined || memo === '') return undefined;
  if (!hasMemo(networkId))
    throw new AppError('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'not-on-this-network' });
  if (!isMemo(memo)) throw new AppError('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'too-long' });
  return memo;
}

/**
 * Saves an address and holds payouts to it for 24 hours. A job then screens the address.
 *
 * @param customer customer whose row this transaction has locked
 * @returns the address's id
 * @throws AppError INVALID_REQUEST `already-saved`
 */
export async function saveAddress(
  trx: Trx,
  services: Services,
  customer: Customer,
  { label, address, networkId, memo }: NewAddress,
): Promise<string> {
  const { clock } = services;
  const id = createId('adr', clock);
  const now = clock.now();
  const payoutsFrom = new Date(now.getTime() + quarantineMs);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('blockchain_address')
    .values({
      id,
      customer_id: customer.id,
      label,
      network_id: networkId,
      address,
      memo: memo ?? null,
      status: 'pending add',
      payouts_from: payoutsFrom,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw alreadySavedError();
  await recordTransition(trx, clock, destinationStates, {
    id,
    customerId: customer.id,
    from: null,
    to: 'pending add',
    actor: 'customer',
  });
  await publishDestinationUpdated(trx, services, customer.id, id);
  await sendSecurityNotice(trx, services, {
    customer,
    message: 'message.addressSaved',
    subject: { entity: 'blockchain-address', id },
    values: { label, network: networkNameOf(networkId), time: { time: payoutsFrom.toISOString() } },
  });
  return id;
}

const alreadySavedError = (): AppError =>
  new AppError('INVALID_REQUEST', { field: '/body/address', reasonCode: 'already-saved' });

/** Whether the customer has already saved this address with this memo. */
async function isSaved(db: Db | Trx, customerId: string, { address, networkId, memo }: NewAddress): Promise<boolean> {
  const row = await db
    .selectFrom('blockchain_address')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('network_id', '=', networkId)
    .where('address', '=', address)
    .where((eb) => (memo === undefined ? eb('memo', 'is', null) : eb('memo', '=', memo)))
    .where('status', '<>', 'gone')
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves an address by {@link saveAddress} for a command of the customer, and writes an audit log entry. */
export async function addAddress(
  trx: Trx,
  services: Services,
  call: Parameters<typeof auditCommand>[2],
  customer: Customer,
  address: NewAddress,
): Promise<string> {
  const id = await saveAddress(trx, services, customer, address);
  await auditCommand(trx, services.clock, call, 'address saved', { address: id });
  return id;
}

export const {
  screen: screenAddresses,
  transition: transitionAddress,
  transitionWithin: transitionAddressWithin,
} = destinationOperations({
  table: 'blockchain_address',
  states: destinationStates,
  noun: 'address',
  async isInUse(trx, id) {
    const open = await trx
      .selectFrom('crypto_transaction')
      .select('id')
      .where('address_id', '=', id)
      .where('status', 'in', ['to be processed', 'to be confirmed', 'processing'])
      .limit(1)
      .executeTakeFirst();
    return open !== undefined;
  },
  findWaiting: (db) =>
    db.selectFrom('blockchain_address').selectAll().where('status', 'in', screenedStatuses).orderBy('id').execute(),
  screen: ({ gateways }, { network_id: networkId, address }) => gateways.screening.screenAddress(networkId, address),
});
