import { audit } from '../../platform/audit/audit.ts';
import { transact, type Trx } from '../../platform/database/database.ts';
import { depositReasons } from '../transfers/core/reasons.ts';
import { reverseFiatDeposit, fiatDeposits } from '../transfers/fiat/deposits.ts';
import { lockTransfer } from '../transfers/core/transactions.ts';
import { receiveWire } from '../transfers/fiat/incoming-wires.ts';
import { assignLine } from '../transfers/fiat/statements.ts';
import { fromFiatMinor } from '../transfers/fiat/terms.ts';
import { nameOfPayee, openDetails } from '../transfers/fiat/transactions.ts';
import { readReceipts } from '../transfers/fiat/uploads.ts';
import { transitionWithdrawalWithin } from '../transfers/core/withdrawals.ts';
import { fiatWithdrawals } from '../transfers/fiat/withdrawals.ts';
import type { Services } from '../services.ts';
import { assertReason, OperatorError, UsageError } from './errors.ts';
import { writeNewFiles } from './files.ts';
import type { CommandResult, Money } from './results.ts';

/** Lists bank deposits and payouts that are not final, oldest first. */
export async function listBankTransfers(services: Services): Promise<CommandResult<'bank-transfers'>> {
  const rows = await services.db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('status', 'in', ['to be confirmed', 'to be processed', 'processing'])
    .orderBy('id')
    .execute();
  return {
    type: 'bank-transfers',
    items: rows.map((row) => {
      const { payee } = openDetails(services, row);
      return {
        id: row.id,
        customerId: row.customer_id,
        direction: row.direction,
        partnerId: row.partner_id,
        money: moneyOf(row),
        payee: payee === undefined ? null : nameOfPayee(payee),
        status: row.status,
        holdReason: row.hold_reason,
      };
    }),
  };
}

const moneyOf = ({ amount, currency }: { amount: string | null; currency: string | null }): Money | null =>
  amount === null || currency === null ? null : { amount: fromFiatMinor(amount, currency), currency };

/** Finds an unmatched statement line and locks it until the transaction ends. @param lineId `<partner>:<line>` */
async function lockLine(trx: Trx, lineId: string, kind: 'credit' | 'debit') {
  const [partnerId = '', line = ''] = lineId.split(/:(.*)/s);
  if (line === '') throw new UsageError('--line must be <partner>:<line>, e.g. dbs:SB01.');
  const row = await trx
    .selectFrom('bank_line')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .forUpdate()
    .executeTakeFirst();
  if (row?.kind !== kind || row.currency === null || row.amount === null)
    throw new OperatorError('NOT_FOUND', `There is no ${kind} ${partnerId}:${line}.`);
  if (row.entity_id !== null)
    throw new OperatorError('CONFLICT', `Line ${partnerId}:${line} is matched to ${row.entity_id}.`);
  return { partnerId, line, currency: row.currency, amount: BigInt(row.amount) };
}

/**
 * Matches an unmatched credit to a customer, or to a deposit declared by the customer.
 *
 * @param lineId `<partner>:<line>`
 * @throws OperatorError NOT_FOUND, CONFLICT if the line is already matched
 */
export async function matchLine(
  services: Services,
  subject: { customerId: string } | { depositId: string },
  lineId: string,
  operator: string,
): Promise<CommandResult<'line-matched'>> {
  const { db, clock, notifier } = services;
  const [customerId, id] = await transact(db, async (trx) => {
    const credit = await lockLine(trx, lineId, 'credit');
    const depositId = 'depositId' in subject ? subject.depositId : undefined;
    const deposit = depositId === undefined ? undefined : await lockTransfer(trx, services, fiatDeposits, depositId);
    if (depositId !== undefined && deposit?.currency !== credit.currency)
      throw new OperatorError('NOT_FOUND', `There is no deposit ${depositId} in ${credit.currency}.`);
    const owner = 'customerId' in subject ? subject.customerId : (deposit?.customer_id ?? '');
    // The risk is low, because an operator has reviewed the wire.
    const receivedId = await receiveWire(trx, services, {
      ...credit,
      customerId: owner,
      depositId,
      risk: 'low',
      from: 'suspense',
    });
    await assignLine(trx, credit.partnerId, credit.line, receivedId);
    await audit(trx, clock, {
      customerId: owner,
      actor: 'Operations',
      act: 'wire matched',
      details: { deposit: receivedId, partner: credit.partnerId, line: credit.line, operator },
    });
    return [owner, receivedId];
  });
  await notifier.send(customerId, 'messages');
  return { type: 'line-matched', line: lineId, depositId: id };
}

/**
 * Marks a payout that its bank did not execute as transferred manually, with the statement line as evidence.
 *
 * @param lineId `<partner>:<line>`
 * @throws OperatorError NOT_FOUND, CONFLICT if the line is already matched or differs from the payout
 */
export async function markTransferredManually(
  services: Services,
  id: string,
  lineId: string,
  operator: string,
): Promise<CommandResult<'status'>> {
  const customerId = await transact(services.db, async (trx) => {
    const debit = await lockLine(trx, lineId, 'debit');
    const row = await lockTransfer(trx, services, fiatWithdrawals, id);
    const isSamePayment =
      row?.partner_id === debit.partnerId && row.currency === debit.currency && BigInt(row.amount) === debit.amount;
    if (!isSamePayment)
      throw new OperatorError('CONFLICT', `${lineId} differs from ${id} in bank, currency or amount.`);
    await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, {
      to: 'transferred manually',
      actor: 'Operations',
      operator,
    });
    await assignLine(trx, debit.partnerId, debit.line, id);
    return row.customer_id;
  });
  await services.notifier.send(customerId, 'messages');
  return { type: 'status', id, status: 'transferred manually' };
}

/** @throws UsageError if the reason is not a deposit reason */
export async function reverseDeposit(
  services: Services,
  id: string,
  reason: string,
  operator: string,
): Promise<CommandResult<'deposit-reversed'>> {
  assertReason(reason, depositReasons);
  const line = await reverseFiatDeposit(services, id, reason, operator);
  return { type: 'deposit-reversed', id, status: 'rejected', reason, line };
}

/** Writes a deposit's receipts to a folder. */
export async function saveReceipts(
  services: Services,
  id: string,
  folder: string,
  operator: string,
): Promise<CommandResult<'files'>> {
  const files = await readReceipts(services, id, operator);
  return { type: 'files', id, paths: files.length === 0 ? [] : await writeNewFiles(folder, files) };
}
