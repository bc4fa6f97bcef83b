import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney, shortAddress } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { hold } from '../../../ledger/holds.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import { type Actor, recordTransition, stateOf } from '../../../platform/state-machine/state-machine.ts';
import { networkNameOf } from '../../config/offering.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import { reasonFor } from '../movements.ts';
import type { Services } from '../../services.ts';
import { type CryptoRow, lockTransaction, writeStatus } from './transactions.ts';
import { amountOf, publishWalletUpdated } from '../../wallet/accounts/entries.ts';
import { releaseHolds, payOut } from './withdrawal-postings.ts';
import { withdrawalStates, type WithdrawalStatus } from './withdrawal-states.ts';

/** What a customer asked for, judged and found good. */
export interface NewWithdrawal {
  customer: Customer;
  currency: string;
  /** Minor units: what arrives, and what comes on top. */
  amount: bigint;
  fee: bigint;
  destination: { id: string; networkId: number; address: string; memo: string | null; payoutsFrom: Date };
  confirmationsNeeded: number;
}

/**
 * Sets the money aside. It leaves by itself once it may.
 *
 * @param customer whose row this transaction holds
 * @throws LedgerError `insufficient`
 */
export async function openWithdrawal(trx: Trx, services: Services, asked: NewWithdrawal): Promise<string> {
  const { clock } = services;
  const { customer, currency, amount, fee, destination, confirmationsNeeded } = asked;
  const id = createId('ctx', clock);
  const now = clock.now();
  const wallet = await trx
    .selectFrom('wallet_account')
    .select(['id', 'account_id'])
    .where('customer_id', '=', customer.id)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  const dueAt = destination.payoutsFrom > now ? destination.payoutsFrom : now;
  await trx
    .insertInto('crypto_transaction')
    .values({
      id,
      customer_id: customer.id,
      wallet_id: wallet.id,
      direction: 'withdrawal',
      currency,
      network_id: destination.networkId,
      hash: null,
      address: destination.address,
      memo: destination.memo,
      sender: null,
      address_id: destination.id,
      amount: amount.toString(),
      fee: fee.toString(),
      status: 'to be processed',
      confirmations_needed: confirmationsNeeded,
      hold_reason: dueAt > now ? 'new-destination' : null,
      due_at: dueAt,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordTransition(trx, clock, withdrawalStates, { id, from: null, to: 'to be processed', actor: 'customer' });
  await hold(trx, {
    id: `${id}:pay`,
    account: wallet.account_id,
    amount: amount + fee,
    kind: 'crypto withdrawal',
    entityId: id,
    eventTime: now,
  });
  await trx.updateTable('blockchain_address').set({ last_used_at: now }).where('id', '=', destination.id).execute();
  await publishWalletUpdated(trx, clock, { id, customer_id: customer.id, wallet_id: wallet.id });
  await tellByMail(
    trx,
    services,
    customer,
    { id, amount: amount.toString(), currency, address: destination.address, network_id: destination.networkId },
    'message.withdrawalRequested',
  );
  return id;
}

export interface WithdrawalMove {
  to: WithdrawalStatus;
  actor: Actor;
  reason?: string | undefined;
  /** Kept in the audit log; customers see a desk. */
  operator?: string | undefined;
  /** Only a withdrawal of this customer. */
  of?: string | undefined;
  risk?: 'low' | 'high';
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function transitionWithdrawal(services: Services, id: string, to: WithdrawalMove): Promise<void> {
  const customerId = await transact(services.db, async (trx) => {
    const row = await lockTransaction(trx, services, 'withdrawal', id);
    if (!row || (to.of !== undefined && row.customer_id !== to.of)) throw new AppError('NOT_FOUND');
    await transitionWithdrawalWithin(trx, services, row, to);
    return row.customer_id;
  });
  await services.notifier.send(customerId, 'messages', 'withdrawals');
}

/** A move with all that it does to the money, in the transaction that holds the withdrawal. @param row as {@link lockTransaction} found it */
export async function transitionWithdrawalWithin(
  trx: Trx,
  services: Services,
  row: CryptoRow,
  { to, actor, operator, risk, ...given }: WithdrawalMove,
): Promise<void> {
  const { clock, vault } = services;
  const { id, customer_id: customerId } = row;
  const reason = reasonFor(to, given.reason);
  await recordTransition(trx, clock, withdrawalStates, {
    id,
    from: stateOf(withdrawalStates, row.status),
    to,
    actor,
    reason,
  });
  await writeStatus(trx, clock, id, {
    status: to,
    hold_reason: to === 'to be confirmed' ? (reason ?? null) : null,
    ...(risk !== undefined && { risk }),
  });
  if (to === 'completed') await payOut(trx, services, row);
  else if (to === 'cancelled' || to === 'rejected' || to === 'failed') await releaseHolds(trx, services, row);
  if (operator !== undefined)
    await audit(trx, clock, {
      customerId,
      actor,
      act: `withdrawal ${to}`,
      details: { withdrawal: id, operator, ...(reason !== undefined && { reason }) },
    });
  await publishWalletUpdated(trx, clock, row);
  const mail = mails[to];
  if (mail !== undefined)
    await tellByMail(trx, services, await lockCustomer(trx, vault, customerId), row, mail, reason);
}

/** What its customer is told of a move; one that a person lets go on is told when it has left. */
const mails: Partial<Record<WithdrawalStatus, string>> = {
  'to be confirmed': 'message.withdrawalHeld',
  completed: 'message.withdrawalCompleted',
  failed: 'message.withdrawalFailed',
  cancelled: 'message.withdrawalCancelled',
  rejected: 'message.withdrawalRejected',
};

async function tellByMail(
  trx: Trx,
  { clock, vault, settings }: Services,
  customer: Customer,
  {
    id,
    amount,
    currency,
    address,
    network_id: networkId,
  }: Pick<CryptoRow, 'id' | 'amount' | 'currency' | 'address' | 'network_id'>,
  mail: string,
  reason?: string,
): Promise<void> {
  await enqueueEmail(trx, clock, vault, customer, mail, {
    name: customer.fullName,
    amount: formatMoney(customer.language, amountOf({ amount, currency }), currency, decimalsOf(currency)),
    address: shortAddress(address ?? ''),
    network: networkNameOf(networkId),
    reason: reason === undefined ? '' : formatMessage(customer.language, `message.withdrawalReason.${reason}`),
    reference: id,
    support: settings.supportEmail,
  });
}
