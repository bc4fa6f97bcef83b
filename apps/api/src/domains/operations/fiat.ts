import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney } from '@wusd/i18n';
import { audit } from '../../platform/audit/audit.ts';
import { transact, type Trx } from '../../platform/database/database.ts';
import { depositReasons, isDepositReason } from '../transfers/core/reasons.ts';
import { isWithdrawalReason, withdrawalReasons } from '../transfers/core/reasons.ts';
import { lockTransfer } from '../transfers/core/transactions.ts';
import { fiatDeposits, reverseFiatDeposit, transitionFiatDeposit } from '../transfers/fiat/deposits.ts';
import { receiveWire } from '../transfers/fiat/incoming-wires.ts';
import { assignLine } from '../transfers/fiat/statements.ts';
import { fromFiatMinor } from '../transfers/fiat/terms.ts';
import { nameOfPayee, openDetails } from '../transfers/fiat/transactions.ts';
import { readReceipts } from '../transfers/fiat/uploads.ts';
import { transitionWithdrawal, transitionWithdrawalWithin } from '../transfers/core/withdrawals.ts';
import { fiatWithdrawals } from '../transfers/fiat/withdrawals.ts';
import type { Services } from '../services.ts';

const money = (minor: string | null, currency: string | null): string =>
  minor === null || currency === null
    ? '-'
    : formatMoney('en_US', fromFiatMinor(minor, currency), currency, decimalsOf(currency));

/** Wires and payouts that are not over, oldest first, with why they wait. */
export async function listFiat(services: Services): Promise<string> {
  const rows = await services.db
    .selectFrom('fiat_transaction')
    .selectAll()
    .where('status', 'in', ['to be confirmed', 'to be processed', 'processing'])
    .orderBy('id')
    .execute();
  if (rows.length === 0) return 'Nothing is on its way.';
  return rows
    .map((row) => {
      const { payee } = openDetails(services, row);
      const where = payee === undefined ? '-' : nameOfPayee(payee);
      const { id, customer_id: customer, direction, partner_id: partner, status, hold_reason: reason } = row;
      return [id, customer, direction, partner, money(row.amount, row.currency), where, status, reason ?? '-'].join(
        '\t',
      );
    })
    .join('\n');
}

/** A line that waits, held until this transaction ends. @throws RangeError */
async function lockLine(trx: Trx, said: string | undefined, kind: 'credit' | 'debit') {
  const [partnerId = '', line = ''] = (said ?? '').trim().split(/:(.*)/s);
  if (line === '') throw new RangeError('--line names the line of the statement, e.g. dbs:SB01');
  const row = await trx
    .selectFrom('bank_line')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .where('line', '=', line)
    .forUpdate()
    .executeTakeFirst();
  if (row?.kind !== kind || row.currency === null || row.amount === null)
    throw new RangeError(`There is no ${kind} ${partnerId}:${line}`);
  if (row.entity_id !== null) throw new RangeError(`Line ${partnerId}:${line} is ${row.entity_id}’s`);
  return { partnerId, line, currency: row.currency, amount: BigInt(row.amount) };
}

/**
 * Says whose a credit is that named nobody: a customer's, or the very deposit that was declared.
 *
 * @throws RangeError where the line or the customer is not there
 */
export async function matchLine(
  services: Services,
  subject: { customerId: string } | { depositId: string },
  said: string | undefined,
  operator: string,
): Promise<string> {
  const { db, clock, notifier } = services;
  const [customerId, id] = await transact(db, async (trx) => {
    const credit = await lockLine(trx, said, 'credit');
    const depositId = 'depositId' in subject ? subject.depositId : undefined;
    const deposit = depositId === undefined ? undefined : await lockTransfer(trx, services, fiatDeposits, depositId);
    if (depositId !== undefined && deposit?.currency !== credit.currency)
      throw new RangeError(`There is no deposit ${depositId} in ${credit.currency}`);
    const owner = 'customerId' in subject ? subject.customerId : (deposit?.customer_id ?? '');
    // A person has looked at it.
    const made = await receiveWire(trx, services, {
      ...credit,
      customerId: owner,
      depositId,
      risk: 'low',
      from: 'suspense',
    });
    await assignLine(trx, credit.partnerId, credit.line, made);
    await audit(trx, clock, {
      customerId: owner,
      actor: 'Operations',
      act: 'wire matched',
      details: { deposit: made, partner: credit.partnerId, line: credit.line, operator },
    });
    return [owner, made];
  });
  await notifier.send(customerId, 'messages');
  return `${said}: ${id}`;
}

/**
 * Says that a payout was made by hand, and by which line of the statement.
 *
 * @throws RangeError where the line is not there, or is of another amount
 */
export async function markTransferredManually(
  services: Services,
  id: string,
  said: string | undefined,
  operator: string,
): Promise<string> {
  const customerId = await transact(services.db, async (trx) => {
    const debit = await lockLine(trx, said, 'debit');
    const row = await lockTransfer(trx, services, fiatWithdrawals, id);
    const isOfIt =
      row?.partner_id === debit.partnerId && row.currency === debit.currency && BigInt(row.amount) === debit.amount;
    if (!isOfIt) throw new RangeError(`${said} is not the amount of ${id} at its bank`);
    await transitionWithdrawalWithin(trx, services, fiatWithdrawals, row, {
      to: 'transferred manually',
      actor: 'Operations',
      operator,
    });
    await assignLine(trx, debit.partnerId, debit.line, id);
    return row.customer_id;
  });
  await services.notifier.send(customerId, 'messages');
  return `${id}: transferred manually`;
}

/**
 * What a person decides of a wire whose sender is being looked at, or of a payout that waits for them.
 *
 * @throws RangeError where a refusal has no reason that we have words for
 */
export async function decideFiat(
  services: Services,
  id: string,
  decision: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<string> {
  const row = await services.db
    .selectFrom('fiat_transaction')
    .select('direction')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new RangeError(`There is no ${id}`);
  const isDeposit = row.direction === 'deposit';
  const isKnown = isDeposit ? isDepositReason(reason) : isWithdrawalReason(reason);
  if (decision === 'reject' && !isKnown)
    throw new RangeError(`--reason must be one of: ${(isDeposit ? depositReasons : withdrawalReasons).join(', ')}`);
  if (isDeposit) {
    const to = decision === 'approve' ? 'completed' : 'rejected';
    await transitionFiatDeposit(services, id, {
      to,
      actor: 'Operations',
      operator,
      ...(decision === 'reject' && { reason }),
    });
    return decision === 'approve' ? `${id}: completed` : `${id}: rejected, ${reason}`;
  }
  if (decision === 'reject') {
    await transitionWithdrawal(services, fiatWithdrawals, id, {
      to: 'rejected',
      actor: 'Operations',
      operator,
      reason,
    });
    return `${id}: rejected, ${reason}`;
  }
  await approveWithdrawal(services, id, operator);
  return `${id}: to be processed`;
}

/** @throws RangeError where there are no words for the reason */
export async function reverseArrival(
  services: Services,
  id: string,
  reason: string | undefined,
  operator: string,
): Promise<string> {
  if (!isDepositReason(reason)) throw new RangeError(`--reason must be one of: ${depositReasons.join(', ')}`);
  const line = await reverseFiatDeposit(services, id, reason, operator);
  return `${id}: rejected, ${reason}; ${line} waits for match or stock`;
}

/** What was stopped for its payee is not stopped for that again. @throws RangeError where it does not wait for a person */
async function approveWithdrawal(services: Services, id: string, operator: string): Promise<void> {
  const { db, clock, notifier } = services;
  await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, fiatWithdrawals, id);
    if (row?.status !== 'to be processed' || row.hold_reason !== 'high-risk')
      throw new RangeError(`${id} does not wait for a decision`);
    await trx
      .updateTable('fiat_transaction')
      .set({ risk: 'high', hold_reason: null, due_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor: 'Operations',
      act: 'withdrawal approved',
      details: { withdrawal: id, operator },
    });
  });
  await notifier.send('withdrawals');
}

/** Writes a deposit's receipts to a folder. */
export async function saveReceipts(
  services: Services,
  id: string,
  folder: string | undefined,
  operator: string,
): Promise<string> {
  if (folder === undefined) throw new RangeError('--to names the folder that they are written to');
  const files = await readReceipts(services, id, operator);
  if (files.length === 0) return `${id} has no receipts.`;
  await mkdir(folder, { recursive: true });
  // Never over a file that is there.
  await Promise.all(files.map(({ fileName, bytes }) => writeFile(join(folder, fileName), bytes, { flag: 'wx' })));
  return files.map(({ fileName }) => join(folder, fileName)).join('\n');
}
