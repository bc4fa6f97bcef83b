import { audit } from '../../../platform/audit/audit.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { awaitOperators } from '../identity/identity.ts';
import { changeCase, removeRow } from './documents.ts';
import {
  asksForPersons,
  assertPersonsComplete,
  assertValidPerson,
  kindsOf,
  type PersonFields,
  personKinds,
  verificationLimits,
} from './requirements.ts';
import { requirementsOf } from './case.ts';
import { documentStates, personStates } from './states.ts';
import { openPerson, type PersonRow, readCase, sealPerson } from './stored.ts';

/** Adds a director or owner of a company. @throws AppError INVALID_REQUEST, COUNTRY_NOT_SUPPORTED, MOVE_NOT_ALLOWED */
export async function addPerson(services: Services, customerId: string, fields: PersonFields): Promise<void> {
  const { clock, vault, notifier } = services;
  await changeCase(services, customerId, async (trx) => {
    if (!asksForPersons(await readPersonal(trx, vault, customerId)))
      throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    const { persons } = await readCase(trx, customerId);
    if (persons.length >= verificationLimits.persons)
      throw new AppError('INVALID_REQUEST', { field: '/body', reasonCode: 'too-many' });
    const others = persons.map((row) => openPerson(vault, row));
    assertValidPerson(services, fields, others, clock.now());
    const id = createId('vpr', clock);
    const now = clock.now();
    await trx
      .insertInto('verification_person')
      .values({
        id,
        customer_id: customerId,
        status: 'uploaded',
        person_sealed: sealPerson(vault, fields, id),
        created_at: now,
        changed_at: now,
      })
      .execute();
    await recordTransition(trx, clock, personStates, { id, customerId, from: null, to: 'uploaded', actor: 'customer' });
    await auditPerson(trx, services, customerId, id, 'added');
  });
  await notifier.send(customerId);
}

/** Changes a person who was not submitted or was rejected. @throws AppError as `addPerson`, NOT_FOUND */
export async function editPerson(
  services: Services,
  customerId: string,
  id: string,
  fields: PersonFields,
): Promise<void> {
  const { clock, vault, notifier } = services;
  await changeCase(services, customerId, async (trx) => {
    const { persons } = await readCase(trx, customerId);
    const row = personIn(persons, id);
    const others = persons.filter((each) => each.id !== id).map((each) => openPerson(vault, each));
    assertValidPerson(services, fields, others, clock.now());
    if (row.status !== 'uploaded') await movePerson(trx, services, row, 'uploaded');
    await trx
      .updateTable('verification_person')
      .set({ person_sealed: sealPerson(vault, fields, id), reason_code: null, changed_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .execute();
    await auditPerson(trx, services, customerId, id, 'changed');
  });
  await notifier.send(customerId);
}

/**
 * Deletes a person who was not submitted or was rejected, including the person's documents.
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function removePerson(services: Services, customerId: string, id: string): Promise<void> {
  await changeCase(services, customerId, async (trx) => {
    const { persons } = await readCase(trx, customerId);
    const row = personIn(persons, id);
    await recordTransition(trx, services.clock, personStates, {
      id,
      customerId,
      from: row.status,
      to: 'removed',
      actor: 'customer',
    });
    const documents = await trx
      .selectFrom('verification_document')
      .selectAll()
      .where('customer_id', '=', customerId)
      .where('person_id', '=', id)
      .execute();
    // Decided documents are evidence, so a person who has any can only be corrected.
    for (const document of documents) await removeRow(trx, services, document);
    await trx.deleteFrom('verification_person').where('customer_id', '=', customerId).where('id', '=', id).execute();
    await auditPerson(trx, services, customerId, id, 'removed');
  });
  await services.notifier.send(customerId);
}

/**
 * Submits every uploaded document and person. From then on operators decide.
 *
 * @param hasNoOwner declaration that no person owns a share at or above the threshold
 * @throws AppError INVALID_REQUEST if something is missing; MOVE_NOT_ALLOWED if nothing new was uploaded
 */
export async function submitCase(services: Services, customerId: string, hasNoOwner: boolean): Promise<void> {
  const { clock, vault, notifier } = services;
  await changeCase(services, customerId, async (trx, customer) => {
    const personal = await readPersonal(trx, vault, customerId);
    const { documents, persons } = await readCase(trx, customerId);
    if (asksForPersons(personal))
      assertPersonsComplete(
        persons.map((row) => openPerson(vault, row)),
        hasNoOwner,
      );
    const requirements = [
      ...requirementsOf(kindsOf(personal), documents, null),
      ...persons.flatMap(({ id }) => requirementsOf(personKinds, documents, id)),
    ];
    const isMissing = [...requirements, ...persons].some(({ status }) => status === 'needed' || status === 'rejected');
    if (isMissing) throw new AppError('INVALID_REQUEST', { field: '/body', reasonCode: 'documents-missing' });
    const fresh = documents.filter(({ status }) => status === 'uploaded');
    const freshPersons = persons.filter(({ status }) => status === 'uploaded');
    if (fresh.length + freshPersons.length === 0) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    for (const { id } of fresh)
      await recordTransition(trx, clock, documentStates, {
        id,
        customerId,
        from: 'uploaded',
        to: 'checking',
        actor: 'customer',
      });
    await trx
      .updateTable('verification_document')
      .set({ status: 'checking', changed_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('status', '=', 'uploaded')
      .execute();
    for (const row of freshPersons) await movePerson(trx, services, row, 'checking');
    await awaitOperators(trx, services, customer);
    await audit(trx, clock, {
      customerId,
      actor: 'customer',
      act: 'verification submitted',
      details: {
        documents: String(fresh.length),
        persons: String(freshPersons.length),
        ...(hasNoOwner && { owners: 'none' }),
      },
    });
  });
  await notifier.send(customerId, 'identity');
}

function personIn(persons: readonly PersonRow[], id: string): PersonRow {
  const row = persons.find((each) => each.id === id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function movePerson(
  trx: Trx,
  { clock }: Services,
  { id, customer_id: customerId, status }: PersonRow,
  to: 'uploaded' | 'checking',
): Promise<void> {
  await recordTransition(trx, clock, personStates, { id, customerId, from: status, to, actor: 'customer' });
  await trx
    .updateTable('verification_person')
    .set({ status: to, changed_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

async function auditPerson(
  trx: Trx,
  { clock }: Services,
  customerId: string,
  person: string,
  what: 'added' | 'changed' | 'removed',
): Promise<void> {
  await audit(trx, clock, { customerId, actor: 'customer', act: `verification person ${what}`, details: { person } });
}
