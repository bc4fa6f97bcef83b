import { formatDateTime } from '@wusd/i18n';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { networkNameOf } from '../../../platform/registry/networks.ts';
import type { Customer } from '../../../commands/customers.ts';
import { hasMemo, isMemo, parseAddress } from './address-formats.ts';
import { exclusionError, findExclusion } from './excluded-addresses.ts';
import {
  type DestinationKind,
  type DestinationTransition,
  transitionDestination,
  transitionDestinationWithin,
  screenDestinations,
  publishDestinationUpdated,
} from '../transitions.ts';
import { destinationStates, quarantineMs } from '../states.ts';
import { sendSecurityNotice } from '../../identity-access/security/notices.ts';
import type { Services } from '../../services.ts';

/** As a customer enters it. */
export interface NewAddress {
  label: string;
  address: string;
  networkId: number;
  memo?: string | undefined;
}

/**
 * An address as its network writes it, its memo where it needs one.
 *
 * @throws AppError INVALID_REQUEST where a memo is malformed or its network has none
 */
export async function validateAddress(
  services: Pick<Services, 'gateways' | 'settings' | 'db'>,
  { label, address: typed, networkId, memo: typedMemo }: NewAddress,
): Promise<{ address: NewAddress; violations: AppError[] }> {
  const memo = typedMemo?.trim() === '' ? undefined : typedMemo?.trim();
  if (label.trim() === '') throw new AppError('INVALID_REQUEST', { field: '/body/label', reasonCode: 'missing' });
  if (memo !== undefined && !hasMemo(networkId))
    throw new AppError('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'not-on-this-network' });
  if (memo !== undefined && !isMemo(memo))
    throw new AppError('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'too-long' });
  const { gateways, db } = services;
  const isHere = gateways.networks.some((id) => id === networkId);
  const address = isHere ? parseAddress(networkId, typed.trim()) : undefined;
  const exclusion = address === undefined ? undefined : await findExclusion(services, db, networkId, address);
  const needsMemo =
    address !== undefined &&
    exclusion === undefined &&
    memo === undefined &&
    (await gateways.chain.needsMemo(networkId, address));
  return {
    address: { label: label.trim(), address: address ?? typed.trim(), networkId, memo },
    violations: [
      ...(address === undefined ? [new AppError('ADDRESS_INVALID', { field: '/body/address' })] : []),
      ...(exclusion === undefined ? [] : [exclusionError(exclusion, '/body/address')]),
      ...(needsMemo ? [new AppError('MEMO_REQUIRED', { field: '/body/memo' })] : []),
    ],
  };
}

/**
 * Saves an address; it is screened next, and for its first day payouts to it wait.
 *
 * @param customer whose row this transaction holds
 * @returns its id
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
  if (numInsertedOrUpdatedRows !== 1n) throw new AppError('INVALID_REQUEST', alreadySavedDetails);
  await recordTransition(trx, clock, destinationStates, {
    id,
    customerId: customer.id,
    from: null,
    to: 'pending add',
    actor: 'customer',
  });
  await publishDestinationUpdated(trx, services, customer.id, id);
  await sendSecurityNotice(trx, services, customer, 'message.addressSaved', {
    label,
    network: networkNameOf(networkId),
    time: formatDateTime(customer.language, payoutsFrom.toISOString()),
  });
  return id;
}

export const alreadySavedDetails = { field: '/body/address', reasonCode: 'already-saved' };

/** Whether a customer has saved this one before. */
export async function isSaved(
  { db }: Pick<Services, 'db'>,
  customerId: string,
  { address, networkId, memo }: NewAddress,
): Promise<boolean> {
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

const addresses: DestinationKind = {
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
};

/** Looks at what was added and what is to go. */
export async function screenAddresses(services: Services, run: QueueRun = everything): Promise<void> {
  const waiting = await services.db
    .selectFrom('blockchain_address')
    .selectAll()
    .where('status', 'in', ['pending add', 'pending delete'])
    .orderBy('id')
    .execute();
  await screenDestinations(
    services,
    addresses,
    waiting,
    ({ network_id: networkId, address }) => services.gateways.screening.screenAddress(networkId, address),
    run,
  );
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED, DESTINATION_IN_USE */
export const transitionAddress = (services: Services, id: string, move: DestinationTransition): Promise<void> =>
  transitionDestination(services, addresses, id, move);

/** The same within the caller's transaction. @returns whose it is */
export const transitionAddressWithin = (
  trx: Trx,
  services: Services,
  id: string,
  move: DestinationTransition,
): Promise<string> => transitionDestinationWithin(trx, services, addresses, id, move);
