import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { VerificationKind } from '../../../platform/database/column-types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { acceptFile, fileTypeOf, type AcceptedFile, type Upload } from '../../../platform/files/files.ts';
import { createScan } from '../../../platform/files/scan.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomer, readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { kindsOf, personKinds, verificationLimits } from './requirements.ts';
import { documentStates } from './states.ts';
import { deleteDocument, type DocumentRow, putFile, readCase } from './stored.ts';

export interface NewDocument {
  kind: VerificationKind;
  personId: string | undefined;
  upload: Upload;
}

/** Delay of the next scan if the scanner returned no verdict. */
const scanAgainMs = 2000;

/**
 * Stores a file for a requirement. It replaces rejected files of the requirement. Uploading the same file again changes
 * nothing.
 *
 * @throws AppError FILE_NOT_ACCEPTED as `acceptFile`, or with `too-many`; MOVE_NOT_ALLOWED if the customer is verified;
 *   NOT_FOUND if the person does not belong to the customer; INVALID_REQUEST if the document is not required
 */
export async function uploadDocument(services: Services, customerId: string, document: NewDocument): Promise<void> {
  const { vault, notifier } = services;
  const { kind, personId, upload } = document;
  // Checked before the scan, because a scan takes long.
  await transact(services.db, async (trx) => {
    await lockOpenCase(trx, services, customerId);
    await assertAsked(trx, services, customerId, document);
  });
  const { file, isScanned } = await scanOrDefer(services, customerId, upload);
  const digest = vault.blindIndex(upload.bytes.toString('latin1'), `verification-file:${customerId}`);
  await changeCase(services, customerId, async (trx) => {
    const same = (await assertAsked(trx, services, customerId, document)).filter(
      (row) => row.kind === kind && row.person_id === (personId ?? null),
    );
    const kept = same.filter(({ status }) => status !== 'rejected');
    if (kept.some((row) => row.digest.equals(digest))) return;
    if (kept.length >= verificationLimits.filesEach)
      throw new AppError('FILE_NOT_ACCEPTED', { field: upload.field, reasonCode: 'too-many' });
    for (const row of same.filter(({ status }) => status === 'rejected')) await replace(trx, services, row);
    await insertDocument(trx, services, customerId, { ...document, file, digest, isScanned });
  });
  await notifier.send(customerId, 'identity');
}

/** A file without a verdict is stored unchanged, and `scanDocuments` scans it later. */
async function scanOrDefer(
  services: Services,
  customerId: string,
  upload: Upload,
): Promise<{ file: AcceptedFile; isScanned: boolean }> {
  try {
    return { file: await acceptFile(upload, createScan(services, customerId)), isScanned: true };
  } catch (error) {
    if (!(error instanceof AppError && error.errorName === 'SERVICE_UNAVAILABLE')) throw error;
    return { file: { type: fileTypeOf(upload), bytes: upload.bytes }, isScanned: false };
  }
}

/** @returns the customer's documents */
async function assertAsked(
  trx: Trx,
  { vault }: Services,
  customerId: string,
  { kind, personId }: NewDocument,
): Promise<DocumentRow[]> {
  const { documents, persons } = await readCase(trx, customerId);
  const person = persons.find(({ id }) => id === personId);
  if (personId !== undefined && !person) throw new AppError('NOT_FOUND');
  const kinds: readonly VerificationKind[] = person ? personKinds : kindsOf(await readPersonal(trx, vault, customerId));
  if (!kinds.includes(kind)) throw new AppError('INVALID_REQUEST', { field: '/body/kind', reasonCode: 'not-one-of' });
  return documents;
}

async function insertDocument(
  trx: Trx,
  { clock, vault }: Services,
  customerId: string,
  {
    kind,
    personId,
    upload,
    file,
    digest,
    isScanned,
  }: NewDocument & { file: AcceptedFile; digest: Buffer; isScanned: boolean },
): Promise<void> {
  const now = clock.now();
  const id = createId('vdc', clock);
  await trx
    .insertInto('verification_document')
    .values({
      id,
      customer_id: customerId,
      person_id: personId ?? null,
      kind,
      status: 'uploaded',
      type: file.type,
      digest,
      size: upload.bytes.length,
      created_at: now,
      changed_at: now,
      scan_at: isScanned ? null : new Date(now.getTime() + scanAgainMs),
    })
    .execute();
  await putFile(trx, vault, { id, customer_id: customerId }, file.bytes);
  await recordTransition(trx, clock, documentStates, { id, customerId, from: null, to: 'uploaded', actor: 'customer' });
  await audit(trx, clock, {
    customerId,
    actor: 'customer',
    act: 'verification document uploaded',
    details: { document: id, kind, ...(personId !== undefined && { person: personId }) },
  });
}

async function replace(
  trx: Trx,
  { clock }: Services,
  { id, customer_id: customerId, status }: DocumentRow,
): Promise<void> {
  await recordTransition(trx, clock, documentStates, {
    id,
    customerId,
    from: status,
    to: 'replaced',
    actor: 'customer',
  });
  await trx
    .updateTable('verification_document')
    .set({ status: 'replaced', changed_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a document that was not submitted or was rejected. @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED */
export async function removeDocument(services: Services, customerId: string, id: string): Promise<void> {
  await changeCase(services, customerId, async (trx) => {
    const { documents } = await readCase(trx, customerId);
    const row = documents.find((each) => each.id === id);
    if (!row) throw new AppError('NOT_FOUND');
    await removeRow(trx, services, row);
  });
  await services.notifier.send(customerId);
}

/** @throws AppError MOVE_NOT_ALLOWED */
export async function removeRow(trx: Trx, { clock }: Services, row: DocumentRow): Promise<void> {
  const { id, customer_id: customerId, status } = row;
  await recordTransition(trx, clock, documentStates, {
    id,
    customerId,
    from: status,
    to: 'removed',
    actor: 'customer',
  });
  await deleteDocument(trx, row);
  await audit(trx, clock, {
    customerId,
    actor: 'customer',
    act: 'verification document removed',
    details: { document: id },
  });
}

/**
 * Runs a change of the case by its customer with the customer's row locked, and publishes an event to every open page.
 *
 * @throws AppError MOVE_NOT_ALLOWED if the customer is verified
 */
export async function changeCase<T>(
  services: Services,
  customerId: string,
  change: (trx: Trx, customer: Customer) => Promise<T>,
): Promise<T> {
  return transact(services.db, async (trx) => {
    const customer = await lockOpenCase(trx, services, customerId);
    const result = await change(trx, customer);
    await announceChange(trx, services.clock, customerId);
    return result;
  });
}

async function lockOpenCase(trx: Trx, { vault }: Services, customerId: string): Promise<Customer> {
  const customer = await lockCustomer(trx, vault, customerId);
  if (customer.identityStatus === 'verified') throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  return customer;
}

/** The event names no entity, so pages fetch everything again. */
export async function announceChange(trx: Trx, clock: Services['clock'], customerId: string): Promise<void> {
  await appendEvents(trx, clock, customerId, { type: 'wallet_account_updated' });
}
