import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { hold } from '../../../ledger/holds.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import type { Payee } from '../../../gateways/ports.ts';
import { type Actor, recordTransition, stateOf } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import { reasonFor } from '../movements.ts';
import type { Services } from '../../services.ts';
import { amountOf, publishWalletUpdated } from '../../wallet/accounts/entries.ts';
import { reasonMessage } from './reasons.ts';
import { fromFiatMinor } from './terms.ts';
import { type FiatRow, lockFiat, nameOfPayee, openDetails, sealDetails } from './transactions.ts';
import {
  bookAcceptance,
  postManualTransfer,
  bookRefusal,
  bookReturn,
  bookSettlement,
  freeHold,
  payHold,
} from './withdrawal-postings.ts';
import { type FiatWithdrawalStatus, fiatWithdrawalStates } from './withdrawal-states.ts';

/** What a customer asked for, judged and found good. */
export interface NewFiatWithdrawal {
  customer: Customer;
  partnerId: string;
  currency: string;
  /** Minor units: what arrives, and what comes on top. */
  amount: bigint;
  fee: bigint;
  destination: { id: string; payee: Payee; payoutsFrom: Date };
  purpose: string | undefined;
  /** Who asks; `system` for auto-redemption. @default customer */
  actor?: 'customer' | 'system';
}

/**
 * Sets the money aside. It leaves by itself once it may.
 *
 * @param asked.customer whose row this transaction holds
 * @throws LedgerError `insufficient`
 */
export async function openFiatWithdrawal(trx: Trx, services: Services, asked: NewFiatWithdrawal): Promise<string> {
  const { clock } = services;
  const { customer, partnerId, currency, amount, fee, destination, purpose, actor = 'customer' } = asked;
  const id = createId('ftx', clock);
  const now = clock.now();
  const wallet = await trx
    .selectFrom('wallet_account')
    .select(['id', 'account_id'])
    .where('customer_id', '=', customer.id)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  const dueAt = destination.payoutsFrom > now ? destination.payoutsFrom : now;
  const row = await trx
    .insertInto('fiat_transaction')
    .values({
      id,
      customer_id: customer.id,
      wallet_id: wallet.id,
      direction: 'withdrawal',
      currency,
      partner_id: partnerId,
      rail: destination.payee.rail,
      bank_account_id: destination.id,
      // Letters and digits alone: what every bank carries.
      end_to_end_id: id.replace('_', '').toUpperCase(),
      details_sealed: sealDetails(services, id, {
        payee: destination.payee,
        ...(purpose !== undefined && { purpose }),
      }),
      amount: amount.toString(),
      fee: fee.toString(),
      status: 'to be processed',
      hold_reason: dueAt > now ? 'new-destination' : null,
      due_at: dueAt,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordTransition(trx, clock, fiatWithdrawalStates, { id, from: null, to: 'to be processed', actor });
  await hold(trx, {
    id: payHold(id),
    account: wallet.account_id,
    amount: amount + fee,
    kind: 'fiat withdrawal',
    entityId: id,
    eventTime: now,
  });
  await trx.updateTable('bank_account').set({ last_used_at: now }).where('id', '=', destination.id).execute();
  await publishWalletUpdated(trx, clock, row);
  await tellByMail(trx, services, customer, row, 'message.bankWithdrawalRequested');
  return id;
}

export interface FiatWithdrawalMove {
  to: FiatWithdrawalStatus;
  actor: Actor;
  reason?: string | undefined;
  /** Kept in the audit log; customers see a desk. */
  operator?: string | undefined;
  /** Only a withdrawal of this customer. */
  of?: string | undefined;
  /** What its bank's statement says of it: what left, or what came back. Minor units. */
  stated?: bigint;
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function transitionFiatWithdrawal(services: Services, id: string, to: FiatWithdrawalMove): Promise<void> {
  const customerId = await transact(services.db, async (trx) => {
    const row = await lockFiat(trx, services, id);
    if (row?.direction !== 'withdrawal' || (to.of !== undefined && row.customer_id !== to.of))
      throw new AppError('NOT_FOUND');
    await transitionFiatWithdrawalWithin(trx, services, row, to);
    return row.customer_id;
  });
  await services.notifier.send(customerId, 'messages', 'withdrawals');
}

/** A move with all that it does to the money. @param row as it stands, held by this transaction */
export async function transitionFiatWithdrawalWithin(
  trx: Trx,
  services: Services,
  row: FiatRow,
  { to, actor, operator, stated, ...given }: FiatWithdrawalMove,
): Promise<FiatRow> {
  const { clock, vault } = services;
  const { id, customer_id: customerId } = row;
  const reason = reasonFor(to, given.reason);
  const from = stateOf(fiatWithdrawalStates, row.status);
  await recordTransition(trx, clock, fiatWithdrawalStates, { id, from, to, actor, reason });
  const isReturn = from === 'completed' && to === 'failed';
  const returned = stated ?? BigInt(row.amount);
  const moved = await trx
    .updateTable('fiat_transaction')
    .set((eb) => ({
      status: to,
      version: eb('version', '+', 1),
      updated_at: clock.now(),
      hold_reason: null,
      ...(isReturn && { returned: returned.toString() }),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (to === 'processing') await bookAcceptance(trx, services, row);
  else if (to === 'completed') await bookSettlement(trx, services, row, stated);
  else if (to === 'transferred manually') await postManualTransfer(trx, services, row);
  else if (isReturn) await bookReturn(trx, services, row, returned);
  else if (to === 'failed') await bookRefusal(trx, services, row);
  else await freeHold(trx, services, row);
  if (operator !== undefined)
    await audit(trx, clock, {
      customerId,
      actor,
      act: `withdrawal ${to}`,
      details: { withdrawal: id, operator, ...(reason !== undefined && { reason }) },
    });
  await publishWalletUpdated(trx, clock, row);
  const mail = isReturn ? 'message.bankWithdrawalReturned' : mails[to];
  if (mail !== undefined)
    await tellByMail(trx, services, await lockCustomer(trx, vault, customerId), moved, mail, reason);
  return moved;
}

/** What its customer is told of a move. */
const mails: Partial<Record<FiatWithdrawalStatus, string>> = {
  completed: 'message.bankWithdrawalCompleted',
  'transferred manually': 'message.bankWithdrawalCompleted',
  failed: 'message.withdrawalFailed',
  cancelled: 'message.withdrawalCancelled',
  rejected: 'message.withdrawalRejected',
};

async function tellByMail(
  trx: Trx,
  services: Services,
  customer: Customer,
  row: FiatRow,
  mail: string,
  reason?: string,
): Promise<void> {
  const { clock, vault, settings } = services;
  const { currency, returned } = row;
  const { payee } = openDetails(services, row);
  const money = (amount: string): string => formatMoney(customer.language, amount, currency, decimalsOf(currency));
  await enqueueEmail(trx, clock, vault, customer, mail, {
    name: customer.fullName,
    amount: money(amountOf(row)),
    returned: returned === null ? '' : money(fromFiatMinor(returned, currency)),
    account: payee === undefined ? '' : nameOfPayee(payee),
    reason: reason === undefined ? '' : formatMessage(customer.language, reasonMessage(reason)),
    reference: row.id,
    support: settings.supportEmail,
  });
}
