import { transitionBankAccount } from '../domains/destinations/bank-accounts/transitions.ts';
import { transitionAddress } from '../domains/destinations/blockchain-addresses/addresses.ts';
import { isDepositReason, isWithdrawalReason } from '../domains/transfers/core/reasons.ts';
import { type Customer, findCustomer } from '../commands/customers.ts';
import { decideIdentity } from '../domains/identity-access/identity/identity.ts';
import { isIdentityReason } from '../gateways/identity-reasons.ts';
import { OperatorError, UsageError } from '../domains/operations/errors.ts';
import { decideOrder } from '../domains/operations/orders.ts';
import { decideTransfer } from '../domains/operations/transfers.ts';
import { isOrderReason } from '../domains/exchange/otc/states.ts';
import { decideVerification } from '../domains/operations/verification.ts';
import { readCase } from '../domains/identity-access/verification/stored.ts';
import type { Services } from '../domains/services.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { setIdentityOutcome } from './identity.ts';

// Operators' decisions, made by the sandbox with the functions of the operator commands.

const operator = 'sandbox';

/** An event that the sandbox can trigger: the contract's `SandboxMove`. */
export interface SandboxMove {
  type: string;
  label: string;
  outcomes?: string[];
}

export const decisionMove: SandboxMove = { type: 'approval', label: 'Decide', outcomes: ['approved', 'rejected'] };

const unknownReason = (): AppError =>
  new AppError('INVALID_REQUEST', { field: '/body/reasonCode', reasonCode: 'not-one-of' });

/** Whether {@link decide} accepts the id. Any other id is a customer's. */
export const isDecidable = (id: string): boolean => /^(otc|ctx|ftx|bnk|adr|vdc|vpr)_/.test(id);

/**
 * Approves or rejects an order, a deposit, a withdrawal, a bank account, a blockchain address, or a document or person
 * of a verification, like an operator.
 *
 * @throws AppError MOVE_NOT_ALLOWED, NOT_FOUND, INVALID_REQUEST for an unknown reason
 */
export async function decide(
  services: Services,
  id: string,
  outcome: string | undefined,
  reasonCode?: string,
): Promise<void> {
  const verdict = outcome === 'rejected' ? 'reject' : 'approve';
  if (id.startsWith('otc_')) {
    const reason = reasonCode ?? 'declined';
    if (!isOrderReason(reason)) throw unknownReason();
    await decideOrder(services, id, verdict, reason, operator);
    return;
  }
  if (id.startsWith('bnk_') || id.startsWith('adr_')) {
    const transition = id.startsWith('bnk_') ? transitionBankAccount : transitionAddress;
    await transition(services, id, {
      to: verdict === 'approve' ? 'active' : 'disabled',
      actor: 'Operations',
      operator,
    });
    return;
  }
  if (id.startsWith('vdc_') || id.startsWith('vpr_')) {
    await decidePart(services, id, verdict, reasonCode);
    return;
  }
  const reason = reasonCode ?? 'declined';
  if (!isDepositReason(reason) && !isWithdrawalReason(reason)) throw unknownReason();
  await decideTransfer(services, id, verdict, reason, operator).catch((error: unknown) => {
    const isRejection = error instanceof OperatorError || error instanceof UsageError;
    throw isRejection ? new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] }) : error;
  });
}

/** Decides on a document or a person of a verification. @throws AppError like {@link decide} */
async function decidePart(
  services: Services,
  id: string,
  verdict: 'approve' | 'reject',
  reason = id.startsWith('vpr_') ? 'details-mismatch' : 'document-unreadable',
): Promise<void> {
  await decideVerification(services, id, verdict, reason, operator).catch((error: unknown) => {
    throw error instanceof UsageError ? unknownReason() : error;
  });
}

/**
 * Decides a customer's identity as the provider. Decides it as an operator if the provider has no check, e.g. for a
 * company.
 */
export async function decideCustomerIdentity(
  services: Services,
  customer: Customer,
  outcome = 'approved',
  reason = 'details-mismatch',
): Promise<void> {
  const { db, clock, notifier } = services;
  if (!isIdentityReason(reason)) throw unknownReason();
  const check = await db
    .selectFrom('identity_check')
    .select('id')
    .where('customer_id', '=', customer.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const isApproved = outcome === 'approved';
  if (!check) {
    const to = isApproved ? ({ to: 'verified' } as const) : ({ to: 'verification failed', reason } as const);
    await decideIdentity(services, customer.id, to, { actor: 'Operations', operator });
    return;
  }
  await setIdentityOutcome(db, clock, check.id, {
    outcome: isApproved ? 'approved' : 'rejected',
    reasonCode: isApproved ? null : reason,
  });
  await db.updateTable('identity_check').set({ due_at: clock.now() }).where('id', '=', check.id).execute();
  await notifier.send('identity');
}

/**
 * Accepts all submitted documents and persons of a customer, or rejects the first of them. @throws AppError
 * MOVE_NOT_ALLOWED if there are none
 */
export async function decideDocuments(
  services: Services,
  customer: Customer,
  outcome = 'approved',
  reason?: string,
): Promise<void> {
  const ids = await undecidedOf(services, customer.id);
  if (ids.length === 0) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  for (const id of outcome === 'rejected' ? ids.slice(0, 1) : ids) await decide(services, id, outcome, reason);
}

async function undecidedOf({ db }: Services, customerId: string): Promise<string[]> {
  const { documents, persons } = await readCase(db, customerId);
  return [...documents.filter(({ scan_at: scanAt }) => scanAt === null), ...persons]
    .filter(({ status }) => status === 'checking')
    .map(({ id }) => id);
}

/** Events that can be triggered for an order. @throws AppError NOT_FOUND */
export async function orderMoves({ db }: Services, id: string): Promise<SandboxMove[]> {
  const order = await db.selectFrom('otc_order').select('status').where('id', '=', id).executeTakeFirst();
  if (!order) throw new AppError('NOT_FOUND');
  return order.status === 'pending approval' ? [decisionMove] : [];
}

/** Events that can be triggered for a bank account or a blockchain address. @throws AppError NOT_FOUND */
export async function destinationMoves(
  { db }: Services,
  table: 'bank_account' | 'blockchain_address',
  id: string,
): Promise<SandboxMove[]> {
  const row = await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirst();
  if (!row || row.status === 'gone') throw new AppError('NOT_FOUND');
  if (row.status === 'active') return [{ ...decisionMove, label: 'Disable it', outcomes: ['rejected'] }];
  return row.status === 'disabled' ? [{ ...decisionMove, label: 'Enable it', outcomes: ['approved'] }] : [];
}

/** Events that can be triggered for a customer. @throws AppError NOT_FOUND */
export async function customerMoves(services: Services, id: string): Promise<SandboxMove[]> {
  const customer = await findCustomer(services.db, services.vault, id);
  if (!customer) throw new AppError('NOT_FOUND');
  return [
    ...(customer.identityStatus === 'pending verification'
      ? [{ type: 'verification', label: 'Decide who they are', outcomes: ['approved', 'rejected'] }]
      : []),
    ...((await undecidedOf(services, id)).length > 0
      ? [{ type: 'documents', label: 'Decide on their documents', outcomes: ['approved', 'rejected'] }]
      : []),
    { type: 'approval', label: 'Change what they may do: they sign in again' },
    { type: 'user-updated', label: 'Change what is known of them' },
  ];
}
