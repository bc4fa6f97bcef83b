import { randomBytes } from 'node:crypto';
import type { Db } from '../platform/database/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { resolvePayment, returnPayment } from './bank.ts';
import { decisionMove, type SandboxMove } from './operations.ts';

/** A sender that the simulated screening reports as high risk. Test value of the sandbox. */
export const riskySender = 'Blocked Trading Ltd';

export interface SimulatedWire {
  partnerId: string;
  /** Remittance text from the sender, which contains the customer's reference. */
  reference: string;
  currency: string;
  amount: bigint;
  sender: string;
  /** IBAN or account number of the sender, and the BIC of the sender's bank. */
  account?: { number: string; bic: string } | undefined;
}

/** Account of simulated senders that are high risk. */
const senderAccount = { number: '0712345678', bic: 'OCBCSGSG' };

/** Adds a credit to a bank's statement. @returns the bank's id of the entry */
export async function simulateStatementCredit(db: Db, { partnerId, account, ...wire }: SimulatedWire): Promise<string> {
  const line = `SB${randomBytes(8).toString('hex').toUpperCase()}`;
  await db
    .insertInto('sandbox_statement')
    .values({
      ...wire,
      partner_id: partnerId,
      line,
      amount: wire.amount.toString(),
      sender_account: account?.number ?? '',
      sender_bic: account?.bic ?? '',
    })
    .execute();
  return line;
}

/**
 * Simulates the wire of a declared deposit.
 *
 * @param outcome difference between the wire and the declaration, e.g. `shortfall`
 * @throws AppError SANDBOX_SUBJECT_UNKNOWN, MOVE_NOT_ALLOWED
 */
export async function simulateDeclaredWire(db: Db, id: string, outcome: string | undefined): Promise<string> {
  const deposit = await db
    .selectFrom('fiat_transaction as t')
    .innerJoin('customer', 'customer.id', 't.customer_id')
    .select(['t.partner_id', 't.currency', 't.amount', 't.status', 'customer.reference'])
    .where('t.id', '=', id)
    .where('t.direction', '=', 'deposit')
    .executeTakeFirst();
  if (!deposit) throw new AppError('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
  if (deposit.status !== 'to be confirmed') throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  const declared = BigInt(deposit.amount);
  const tenth = declared / 10n;
  return simulateStatementCredit(db, {
    partnerId: deposit.partner_id,
    currency: deposit.currency,
    reference: outcome === 'no-reference' ? 'Savings' : deposit.reference,
    amount: outcome === 'shortfall' ? declared - tenth : outcome === 'excess' ? declared + tenth : declared,
    sender: outcome === 'high-risk' ? riskySender : '',
    account: outcome === 'high-risk' ? senderAccount : undefined,
  });
}

/** Settles, rejects or returns a payout at its bank. @throws AppError SANDBOX_SUBJECT_UNKNOWN, MOVE_NOT_ALLOWED */
export async function triggerPayoutEvent(
  db: Db,
  type: 'settlement' | 'refusal' | 'bank-return',
  id: string,
  outcome: string | undefined,
): Promise<string> {
  const row = await db
    .selectFrom('fiat_transaction')
    .select(['end_to_end_id', 'amount'])
    .where('id', '=', id)
    .where('direction', '=', 'withdrawal')
    .executeTakeFirst();
  const endToEndId = row?.end_to_end_id;
  if (endToEndId === null || endToEndId === undefined)
    throw new AppError('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
  const isDone =
    type === 'bank-return'
      ? await returnPayment(db, endToEndId, outcome === 'shortfall' ? BigInt(row?.amount ?? 0) / 10n : 0n)
      : await resolvePayment(db, endToEndId, type === 'settlement' ? 'settled' : 'refused');
  if (!isDone) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  return endToEndId;
}

/** Events that can be triggered for a wire or a payout. @throws AppError NOT_FOUND */
export async function wireMoves(db: Db, id: string): Promise<SandboxMove[]> {
  const row = await db
    .selectFrom('fiat_transaction as t')
    .leftJoin('sandbox_payment as p', 'p.end_to_end_id', 't.end_to_end_id')
    .select(['t.direction', 't.status', 't.hold_reason', 'p.outcome', 'p.at'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const { direction, status, hold_reason: reason, outcome, at } = row;
  if (direction === 'deposit') {
    if (status === 'to be confirmed')
      return [
        {
          type: 'bank-credit',
          label: 'Wire it',
          outcomes: ['approved', 'shortfall', 'excess', 'high-risk', 'no-reference'],
        },
      ];
    return status === 'processing' ? [decisionMove] : [];
  }
  if (status === 'to be processed') return reason === 'high-risk' ? [decisionMove] : [];
  if (status === 'processing' && at !== null && outcome === null)
    return [
      { type: 'settlement', label: 'Let its bank pay it' },
      { type: 'refusal', label: 'Let its bank refuse it' },
    ];
  return status === 'completed'
    ? [{ type: 'bank-return', label: 'Send it back', outcomes: ['approved', 'shortfall'] }]
    : [];
}
