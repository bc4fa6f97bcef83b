import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type KeptFile, mediaTypes } from '../../../platform/files/files.ts';
import { notify } from '../../notifications/notify.ts';
import type { NoticeValue } from '../../notifications/values.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { announceChange } from './documents.ts';
import type { VerificationReason } from './reasons.ts';
import { documentStates, personStates } from './states.ts';
import { type DocumentRow, getFile, openPerson, type PersonRow } from './stored.ts';

/** A decision on a document or a person. */
export type Decision = { to: 'accepted' } | { to: 'rejected'; reason: VerificationReason };

/**
 * Accepts or rejects a submitted and scanned document for an operator. A rejection notifies the customer by email.
 *
 * @throws AppError NOT_FOUND; MOVE_NOT_ALLOWED if no decision is pending, or the file has not been scanned
 */
export async function decideDocument(
  services: Services,
  id: string,
  decision: Decision,
  operator: string,
): Promise<void> {
  const { db, clock, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const { row, customer } = await lockDocument(trx, services, id);
    if (row.scan_at) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    assertOpen(customer);
    await moveDocument(trx, services, row, decision, 'Operations');
    await audit(trx, clock, {
      customerId: customer.id,
      actor: 'Operations',
      act: `verification document ${decision.to}`,
      details: { document: id, operator, ...('reason' in decision && { reason: decision.reason }) },
    });
    if (decision.to === 'rejected') await tellRejection(trx, services, customer, { row, reason: decision.reason });
    await announceChange(trx, clock, customer.id);
    return customer.id;
  });
  await notifier.send(customerId, 'messages');
}

/** Accepts or rejects a person of a company for an operator. @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function decidePerson(
  services: Services,
  id: string,
  decision: Decision,
  operator: string,
): Promise<void> {
  const { db, clock, vault, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const found = await trx
      .selectFrom('verification_person')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw new AppError('NOT_FOUND');
    const customer = await lockCustomer(trx, vault, found.customer_id);
    assertOpen(customer);
    const row = await trx
      .selectFrom('verification_person')
      .selectAll()
      .where('customer_id', '=', customer.id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    const reason = decision.to === 'rejected' ? decision.reason : undefined;
    await recordTransition(trx, clock, personStates, {
      id,
      customerId: customer.id,
      from: row.status,
      to: decision.to,
      actor: 'Operations',
      reason,
    });
    await trx
      .updateTable('verification_person')
      .set({ status: decision.to, reason_code: reason ?? null, changed_at: clock.now() })
      .where('customer_id', '=', customer.id)
      .where('id', '=', id)
      .execute();
    await audit(trx, clock, {
      customerId: customer.id,
      actor: 'Operations',
      act: `verification person ${decision.to}`,
      details: { person: id, operator, ...(reason && { reason }) },
    });
    if (reason) await tellPersonRejection(trx, services, customer, row, reason);
    await announceChange(trx, clock, customer.id);
    return customer.id;
  });
  await notifier.send(customerId, 'messages');
}

/**
 * Reads a document's file for an operator, and audits the access.
 * @throws AppError NOT_FOUND; MOVE_NOT_ALLOWED until the file is scanned
 */
export async function readDocument(services: Services, id: string, operator: string): Promise<KeptFile> {
  const { db, clock, vault } = services;
  return transact(db, async (trx) => {
    const { row, customer } = await lockDocument(trx, services, id);
    if (row.scan_at) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    const bytes = await getFile(trx, vault, id);
    if (!bytes) throw new AppError('NOT_FOUND');
    await audit(trx, clock, {
      customerId: customer.id,
      actor: 'Operations',
      act: 'verification document read',
      details: { document: id, operator },
    });
    return { mediaType: mediaTypes[row.type], fileName: `${id}.${row.type.toLowerCase()}`, bytes };
  });
}

/** Locks the customer of a document and reads the document. @throws AppError NOT_FOUND */
export async function lockDocument(
  trx: Trx,
  { vault }: Services,
  id: string,
): Promise<{ row: DocumentRow; customer: Customer }> {
  const find = trx.selectFrom('verification_document').selectAll().where('id', '=', id);
  const found = await find.executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
  const customer = await lockCustomer(trx, vault, found.customer_id);
  const row = await find.where('customer_id', '=', customer.id).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return { row, customer };
}

/** Records a decision on a document, in the caller's transaction. @throws AppError MOVE_NOT_ALLOWED */
export async function moveDocument(
  trx: Trx,
  { clock }: Services,
  { id, customer_id: customerId, status }: DocumentRow,
  decision: Decision,
  actor: 'Operations' | 'system',
): Promise<void> {
  const reason = decision.to === 'rejected' ? decision.reason : undefined;
  await recordTransition(trx, clock, documentStates, { id, customerId, from: status, to: decision.to, actor, reason });
  await trx
    .updateTable('verification_document')
    .set({ status: decision.to, reason_code: reason ?? null, changed_at: clock.now(), scan_at: null })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

/** Sends the email about a rejected document: the document, the reason and the next step. */
export async function tellRejection(
  trx: Trx,
  services: Services,
  customer: Customer,
  { row, reason }: { row: DocumentRow; reason: VerificationReason },
): Promise<void> {
  const document = formatMessage(customer.language, `documents.${row.kind}`);
  const person =
    row.person_id === null
      ? undefined
      : await trx
          .selectFrom('verification_person')
          .selectAll()
          .where('customer_id', '=', customer.id)
          .where('id', '=', row.person_id)
          .executeTakeFirst();
  const whose = person ? ` (${openPerson(services.vault, person).fullName})` : '';
  await tell(trx, services, customer, document + whose, reason);
}

async function tellPersonRejection(
  trx: Trx,
  services: Services,
  customer: Customer,
  row: PersonRow,
  reason: VerificationReason,
): Promise<void> {
  await tell(trx, services, customer, openPerson(services.vault, row).fullName, reason);
}

async function tell(
  trx: Trx,
  services: Services,
  customer: Customer,
  document: NoticeValue,
  reason: VerificationReason,
): Promise<void> {
  await notify(trx, services, {
    customer,
    message: 'message.documentRejected',
    subject: { entity: 'user' },
    values: { document, reason: { message: `documents.reason.${reason}` }, reference: customer.id },
  });
}

/** Decisions can't change once the customer is verified. */
function assertOpen({ identityStatus }: Customer): void {
  if (identityStatus === 'verified') throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}
