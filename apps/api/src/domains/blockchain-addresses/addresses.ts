import { formatDateTime } from '@wusd/i18n';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import { forEachApart } from '../../each-apart.ts';
import { appendEvents } from '../../events/events.ts';
import { Failure } from '../../http/failure.ts';
import { createId } from '../../ids.ts';
import { type Actor, recordMove } from '../../states/states.ts';
import { networkNameOf } from '../config/offering.ts';
import { type Customer, lockCustomer } from '../customers/customers.ts';
import { hasMemo, isMemo, parseAddress } from '../crypto/addresses.ts';
import { destinationStates, type DestinationStatus, quarantineMs } from '../destinations/states.ts';
import { notify } from '../security/notices.ts';
import type { Services } from '../services.ts';
import type { AddressRow } from './view.ts';

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
 * @throws Failure INVALID_REQUEST where a memo is malformed or its network has none
 */
export async function readAddress(
  { outside }: Pick<Services, 'outside'>,
  { label, address: typed, networkId, memo: typedMemo }: NewAddress,
): Promise<{ address: NewAddress; refusals: Failure[] }> {
  const memo = typedMemo?.trim() === '' ? undefined : typedMemo?.trim();
  if (label.trim() === '') throw new Failure('INVALID_REQUEST', { field: '/body/label', reasonCode: 'missing' });
  if (memo !== undefined && !hasMemo(networkId))
    throw new Failure('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'not-on-this-network' });
  if (memo !== undefined && !isMemo(memo))
    throw new Failure('INVALID_REQUEST', { field: '/body/memo', reasonCode: 'too-long' });
  const isHere = outside.networks.some((id) => id === networkId);
  const address = isHere ? parseAddress(networkId, typed.trim()) : undefined;
  const needsMemo = address !== undefined && memo === undefined && (await outside.chain.needsMemo(networkId, address));
  return {
    address: { label: label.trim(), address: address ?? typed.trim(), networkId, memo },
    refusals: [
      ...(address === undefined ? [new Failure('ADDRESS_INVALID', { field: '/body/address' })] : []),
      ...(needsMemo ? [new Failure('MEMO_REQUIRED', { field: '/body/memo' })] : []),
    ],
  };
}

/**
 * Saves an address; it is screened next, and for its first day payouts to it wait.
 *
 * @param customer whose row this transaction holds
 * @returns its id
 * @throws Failure INVALID_REQUEST `already-saved`
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
  if (numInsertedOrUpdatedRows !== 1n) throw new Failure('INVALID_REQUEST', alreadySaved);
  await recordMove(trx, clock, destinationStates, { id, from: null, to: 'pending add', actor: 'customer' });
  await tell(trx, services, customer.id, id);
  await notify(trx, services, customer, 'message.addressSaved', {
    label,
    network: networkNameOf(networkId),
    time: formatDateTime(customer.language, payoutsFrom.toISOString()),
  });
  return id;
}

export const alreadySaved = { field: '/body/address', reasonCode: 'already-saved' };

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

/** Looks at what was added and what is to go, each in a commit of its own. */
export async function screenAddresses(services: Services): Promise<void> {
  const { db, outside } = services;
  const waiting = await db
    .selectFrom('blockchain_address')
    .selectAll()
    .where('status', 'in', ['pending add', 'pending delete'])
    .orderBy('id')
    .execute();
  await forEachApart(waiting, async ({ id, status, network_id: networkId, address }) => {
    // Asked outside the transaction: nobody waits for a stranger while holding the customer's row.
    const risk = status === 'pending add' ? await outside.screening.screen(networkId, address) : 'low';
    const to: DestinationStatus = status === 'pending delete' ? 'gone' : risk === 'high' ? 'inactive' : 'active';
    await moveAddress(services, id, {
      to,
      actor: 'system',
      risk,
      ...(to === 'inactive' && { reason: 'high-risk' }),
    }).catch((error: unknown) => {
      // Another node was there first.
      if (!(error instanceof Failure && /^(MOVE_NOT_ALLOWED|NOT_FOUND)$/.test(error.errorName))) throw error;
    });
  });
}

export interface AddressMove {
  to: DestinationStatus;
  actor: Actor;
  reason?: string;
  risk?: 'low' | 'high';
  /** Kept in the audit log; customers see a desk. */
  operator?: string;
  /** Only an address of this customer. */
  of?: string;
}

/** @throws Failure NOT_FOUND, MOVE_NOT_ALLOWED, DESTINATION_IN_USE */
export async function moveAddress(services: Services, id: string, move: AddressMove): Promise<void> {
  const customerId = await transact(services.db, (trx) => moveAddressIn(trx, services, id, move));
  await services.wakeUps.send(customerId);
}

/** The same within the caller's transaction. @returns whose it is */
export async function moveAddressIn(
  trx: Trx,
  services: Services,
  id: string,
  { to, actor, reason, risk, operator, of }: AddressMove,
): Promise<string> {
  const { clock } = services;
  const row = await lockAddress(trx, services, id);
  if (!row || row.status === 'gone' || (of !== undefined && row.customer_id !== of)) throw new Failure('NOT_FOUND');
  if (to === 'pending delete' && (await isInUse(trx, id))) throw new Failure('DESTINATION_IN_USE');
  await recordMove(trx, clock, destinationStates, { id, from: row.status as DestinationStatus, to, actor, reason });
  await trx
    .updateTable('blockchain_address')
    .set({ status: to, updated_at: clock.now(), ...(risk === 'high' && { risk }) })
    .where('id', '=', id)
    .execute();
  await tell(trx, services, row.customer_id, id);
  const details = { address: id, ...(operator !== undefined && { operator }) };
  if (actor !== 'system')
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor,
      act: `address ${actor === 'customer' ? 'deleted' : to}`,
      details,
    });
  return row.customer_id;
}

/** Whether a payout to it is under way. */
async function isInUse(trx: Trx, id: string): Promise<boolean> {
  const open = await trx
    .selectFrom('crypto_transaction')
    .select('id')
    .where('address_id', '=', id)
    .where('status', 'in', ['to be processed', 'to be confirmed', 'processing'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** The customer first, as everything does: two that wait for each other would wait in a ring. */
async function lockAddress(trx: Trx, { vault }: Services, id: string): Promise<AddressRow | undefined> {
  const owner = await trx
    .selectFrom('blockchain_address')
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  return trx.selectFrom('blockchain_address').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Every open page reads it anew. */
async function tell(trx: Trx, { clock }: Services, customerId: string, id: string): Promise<void> {
  await appendEvents(trx, clock, customerId, { type: 'wallet_account_updated', payload: { entityId: id } });
}
