import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { bankAccount, post, suspenseAccount } from '../../../ledger/ledger.ts';
import { enqueueEmail } from '../../../platform/outbox/messages.ts';
import { type Actor, recordTransition, stateOf } from '../../../platform/state-machine/state-machine.ts';
import type { DepositReason } from '../crypto/deposit-states.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import { reasonFor } from '../movements.ts';
import { creditOf, reverseCredit } from '../reversals.ts';
import type { Services } from '../../services.ts';
import { amountOf, publishWalletUpdated, walletAccountOf } from '../../wallet/accounts/entries.ts';
import { fiatDepositStates } from './deposit-states.ts';
import { chooseDeclaration } from './matching.ts';
import { readMatchingTolerance } from './terms.ts';
import { type FiatRow, lockFiat, sealDetails } from './transactions.ts';
import type { KeptReceipt } from './uploads.ts';

/** What a customer says was wired. */
export interface Declaration {
  customerId: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  partnerId: string;
  remark: string | undefined;
  receipts: readonly KeptReceipt[];
}

/** Writes it down, so that the wire is known when it comes. @returns its id */
export async function declareDeposit(trx: Trx, services: Services, declaration: Declaration): Promise<string> {
  const { clock } = services;
  const { customerId, currency, amount, partnerId, remark, receipts } = declaration;
  const id = createId('ftx', clock);
  const wallet = await walletOf(trx, customerId, currency);
  const now = clock.now();
  await trx
    .insertInto('fiat_transaction')
    .values({
      id,
      customer_id: customerId,
      wallet_id: wallet.id,
      direction: 'deposit',
      currency,
      partner_id: partnerId,
      amount: amount.toString(),
      declared: amount.toString(),
      ...(remark !== undefined && { details_sealed: sealDetails(services, id, { remark }) }),
      receipt_count: receipts.length,
      status: 'to be confirmed',
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  if (receipts.length > 0)
    await trx
      .insertInto('fiat_receipt')
      .values(
        receipts.map(({ type, blobKey }, index) => ({
          transaction_id: id,
          number: index + 1,
          type,
          blob_key: blobKey,
        })),
      )
      .execute();
  await recordTransition(trx, clock, fiatDepositStates, { id, from: null, to: 'to be confirmed', actor: 'customer' });
  await publishWalletUpdated(trx, clock, { id, customer_id: customerId, wallet_id: wallet.id });
  return id;
}

/** Money that is at a bank, and whose it is known to be. */
export interface Arrival {
  customerId: string;
  partnerId: string;
  line: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  risk: 'low' | 'high';
  /** Where it is on the books: still at the bank's door, or kept aside since it came. */
  from: 'bank' | 'suspense';
  /** The declaration that it is, where somebody has said so. */
  depositId?: string | undefined;
}

/**
 * Takes what has arrived for what was declared, or for a deposit of its own where nothing was. It is credited at once, unless a person is to
 * look at who sent it.
 *
 * @returns the deposit
 * @throws AppError MOVE_NOT_ALLOWED where the declaration that was named is over
 */
export async function creditArrival(trx: Trx, services: Services, arrival: Arrival): Promise<string> {
  const { clock, vault } = services;
  const { customerId, partnerId, line, currency, amount, risk, from } = arrival;
  await lockCustomer(trx, vault, customerId);
  const declared = await findDeclared(trx, arrival);
  const id = declared?.id ?? createId('ftx', clock);
  const now = clock.now();
  const came = { statement_line: line, amount: amount.toString(), partner_id: partnerId, risk, updated_at: now };
  if (declared)
    await trx
      .updateTable('fiat_transaction')
      .set((eb) => ({ ...came, status: 'processing', version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  else {
    const wallet = await walletOf(trx, customerId, currency);
    await trx
      .insertInto('fiat_transaction')
      .values({
        id,
        customer_id: customerId,
        wallet_id: wallet.id,
        direction: 'deposit',
        currency,
        ...came,
        status: 'processing',
        version: 1,
        created_at: now,
      })
      .execute();
  }
  await recordTransition(trx, clock, fiatDepositStates, {
    id,
    from: declared ? stateOf(fiatDepositStates, declared.status) : null,
    to: 'processing',
    actor: 'system',
  });
  const row = await trx.selectFrom('fiat_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (risk === 'high') {
    await trx.updateTable('fiat_transaction').set({ hold_reason: 'high-risk' }).where('id', '=', id).execute();
    if (from === 'bank') await book(trx, services, row, 'bank', 'suspense');
    await publishWalletUpdated(trx, clock, row);
    await tellByMail(trx, services, row, 'message.depositHeld', 'message.depositReason.high-risk');
    return id;
  }
  await book(trx, services, row, from, 'customer');
  await move(trx, services, row, { to: 'completed', actor: 'system' });
  return id;
}

/** The declaration that a credit closes: the one that a person named, else by its amount among those of its currency at its bank. */
async function findDeclared(trx: Trx, { customerId, partnerId, currency, amount, depositId }: Arrival) {
  const open = await trx
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .where('direction', '=', 'deposit')
    .where('status', '=', 'to be confirmed')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (depositId !== undefined) {
    const named = open.find(({ id }) => id === depositId);
    if (!named) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    return named;
  }
  const here = open
    .filter((each) => each.partner_id === partnerId)
    .map((row) => ({ id: row.id, declared: BigInt(row.declared ?? row.amount), row }));
  return chooseDeclaration(here, amount, await readMatchingTolerance(trx, currency))?.row;
}

export interface FiatDepositMove {
  to: 'completed' | 'rejected' | 'cancelled';
  actor: Actor;
  reason?: string | undefined;
  /** Kept in the audit log; customers see a desk. */
  operator?: string;
  /** Only one of this customer. */
  of?: string;
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function transitionFiatDeposit(services: Services, id: string, to: FiatDepositMove): Promise<void> {
  const { db, clock, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockFiat(trx, services, id);
    if (row?.direction !== 'deposit' || (to.of !== undefined && row.customer_id !== to.of))
      throw new AppError('NOT_FOUND');
    // What is credited is not refused any more: it is taken back.
    if (row.status === 'completed') throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    await move(trx, services, row, to);
    // What a person decides on was kept aside until then; refused, it stays there for whoever it is from.
    if (to.to === 'completed') await book(trx, services, row, 'suspense', 'customer');
    if (to.operator !== undefined)
      await audit(trx, clock, {
        customerId: row.customer_id,
        actor: to.actor,
        act: `deposit ${to.to}`,
        details: { deposit: id, operator: to.operator, ...(to.reason !== undefined && { reason: to.reason }) },
      });
    return row.customer_id;
  });
  await notifier.send(customerId, 'messages');
}

/**
 * Corrects a credit to whom it is not, by another transfer: the money is in suspense again, and its line waits for somebody to say whose it is.
 *
 * @returns the bank's line
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function reverseFiatDeposit(
  services: Services,
  id: string,
  reason: DepositReason,
  operator: string,
): Promise<string> {
  const { db, clock, vault, notifier } = services;
  const [customerId, line] = await transact(db, async (trx) => {
    const row = await lockFiat(trx, services, id);
    if (row?.direction !== 'deposit') throw new AppError('NOT_FOUND');
    const { customer_id: owner, partner_id: partnerId, statement_line: statementLine } = row;
    if (row.status !== 'completed' || statementLine === null) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    const said = { to: 'rejected', actor: 'Operations', reason } as const;
    await recordTransition(trx, clock, fiatDepositStates, { id, from: 'completed', ...said });
    await trx
      .updateTable('fiat_transaction')
      .set((eb) => ({
        status: 'rejected',
        // It is another deposit's, once somebody has said whose.
        statement_line: null,
        version: eb('version', '+', 1),
        updated_at: clock.now(),
      }))
      .where('id', '=', id)
      .execute();
    const { language } = await lockCustomer(trx, vault, owner);
    await reverseCredit(trx, services, row, {
      kind: 'reversed fiat deposit',
      back: await suspenseAccount(trx, clock, partnerId, row.currency),
      mail: 'message.depositTakenBack',
      reason: formatMessage(language, `message.depositReason.${reason}`),
    });
    await trx
      .updateTable('bank_line')
      .set({ entity_id: null })
      .where('partner_id', '=', partnerId)
      .where('line', '=', statementLine)
      .execute();
    await publishWalletUpdated(trx, clock, row);
    const details = { deposit: id, partner: partnerId, line: statementLine, reason, operator };
    await audit(trx, clock, { customerId: owner, actor: 'Operations', act: 'deposit taken back', details });
    return [owner, `${partnerId}:${statementLine}`];
  });
  await notifier.send(customerId, 'messages');
  return line;
}

/** @param row as it stands, held by this transaction */
async function move(
  trx: Trx,
  services: Services,
  row: FiatRow,
  { to, actor, ...given }: FiatDepositMove,
): Promise<void> {
  const { clock } = services;
  const { id } = row;
  const reason = reasonFor(to, given.reason);
  await recordTransition(trx, clock, fiatDepositStates, {
    id,
    from: stateOf(fiatDepositStates, row.status),
    to,
    actor,
    reason,
  });
  await trx
    .updateTable('fiat_transaction')
    .set((eb) => ({ status: to, version: eb('version', '+', 1), updated_at: clock.now(), hold_reason: null }))
    .where('id', '=', id)
    .execute();
  await publishWalletUpdated(trx, clock, row);
  await tellByMail(trx, services, row, mails[to], reason === undefined ? undefined : `message.depositReason.${reason}`);
}

/** What its customer is told of the end of a deposit. */
const mails = {
  completed: 'message.depositCompleted',
  rejected: 'message.depositRejected',
  cancelled: 'message.depositCancelled',
} as const;

/** Moves what arrived a step on: from the bank's statement, or from where it was kept aside. */
async function book(
  trx: Trx,
  { clock }: Services,
  row: FiatRow,
  from: 'bank' | 'suspense',
  to: 'customer' | 'suspense',
): Promise<void> {
  const { id, partner_id: partnerId, currency } = row;
  const amount = BigInt(row.amount);
  const aside = (): Promise<string> => suspenseAccount(trx, clock, partnerId, currency);
  await post(trx, {
    id: to === 'customer' ? creditOf(id) : `${id}:kept`,
    kind: 'fiat deposit',
    entityId: id,
    eventTime: clock.now(),
    legs: [
      { account: await (from === 'bank' ? bankAccount(trx, clock, partnerId, currency) : aside()), amount },
      { account: await (to === 'customer' ? walletAccountOf(trx, row) : aside()), amount: -amount },
    ],
  });
}

const walletOf = (trx: Trx, customerId: string, currency: string) =>
  trx
    .selectFrom('wallet_account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();

async function tellByMail(
  trx: Trx,
  { clock, vault, settings }: Services,
  row: FiatRow,
  mail: string,
  reason: string | undefined,
): Promise<void> {
  const customer = await lockCustomer(trx, vault, row.customer_id);
  const { language } = customer;
  await enqueueEmail(trx, clock, vault, customer, mail, {
    name: customer.fullName,
    amount: formatMoney(language, amountOf(row), row.currency, decimalsOf(row.currency)),
    reason: reason === undefined ? '' : formatMessage(language, reason),
    reference: row.id,
    support: settings.supportEmail,
  });
}
