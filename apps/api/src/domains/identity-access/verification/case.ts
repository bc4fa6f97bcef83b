import type { components } from '@wusd/api-sdk/operations';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { VerificationKind } from '../../../platform/database/column-types.ts';
import { type Customer, findCustomer, readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { asksForPersons, kindsOf, personKinds, verificationLimits } from './requirements.ts';
import { type DocumentRow, openPerson, type PersonRow, readCase } from './stored.ts';
import { reasonOf } from './reasons.ts';

type Schemas = components['schemas'];
type Requirement = Schemas['VerificationRequirement'];
type Status = Requirement['status'];

/**
 * Describes the requirements of a customer's verification and their status.
 * @throws AppError ACCESS_TOKEN_INVALID if the customer does not exist
 */
export async function describeCase(services: Services, customerId: string): Promise<Schemas['VerificationCase']> {
  const { db, vault } = services;
  const customer = await findCustomer(db, vault, customerId);
  if (!customer) throw new AppError('ACCESS_TOKEN_INVALID');
  const personal = await readPersonal(db, vault, customerId);
  const { documents, persons } = await readCase(db, customerId);
  const needs = requirementsOf(kindsOf(personal), documents, null);
  // A customer verified by other means does not have to send the missing documents.
  const isVerified = customer.identityStatus === 'verified';
  const requirements = isVerified ? needs.filter(({ documents: files }) => files.length > 0) : needs;
  const people = persons.map((row) => describePerson(services, row, documents));
  const hasPersons = asksForPersons(personal);
  const nextActor = actorOf(customer, requirements, people, hasPersons);
  return {
    reference: customerId,
    status: customer.identityStatus,
    ...(nextActor && { nextActor }),
    since: (await sinceOf(db, customerId, nextActor, documents, persons)).toISOString(),
    requirements,
    persons: people,
    limits: { ...verificationLimits, persons: hasPersons ? verificationLimits.persons : 0 },
  };
}

function describePerson(
  { vault }: Services,
  row: PersonRow,
  documents: readonly DocumentRow[],
): Schemas['VerificationPerson'] {
  const reasonCode = reasonOf(row.reason_code);
  // Rows of removed persons are deleted, so this status does not occur.
  const status = row.status === 'removed' ? 'rejected' : row.status;
  return {
    id: row.id,
    ...openPerson(vault, row),
    status,
    ...(reasonCode && { reasonCode }),
    requirements: requirementsOf(personKinds, documents, row.id),
  };
}

/** Returns requirements with their documents. */
export function requirementsOf(
  kinds: readonly VerificationKind[],
  documents: readonly DocumentRow[],
  personId: string | null,
): Requirement[] {
  return kinds.map((kind) => {
    const files = documents
      .filter((each) => each.kind === kind && each.person_id === personId)
      .flatMap(describeDocument);
    return { kind, status: statusOf(files.map(({ status }) => status)), documents: files };
  });
}

function describeDocument(row: DocumentRow): Requirement['documents'] {
  const { id, type, size, status } = row;
  if (status === 'removed' || status === 'replaced') return [];
  const reasonCode = reasonOf(row.reason_code);
  return [{ id, type, size, status, uploadedAt: row.created_at.toISOString(), ...(reasonCode && { reasonCode }) }];
}

/** Statuses of documents, the one that needs attention first. */
const precedence = ['rejected', 'uploaded', 'checking', 'accepted'] as const;

/** Returns the status of a requirement from the statuses of its documents. */
export function statusOf(statuses: readonly Status[]): Status {
  return precedence.find((each) => statuses.includes(each)) ?? 'needed';
}

function actorOf(
  { identityStatus }: Customer,
  requirements: readonly Requirement[],
  persons: readonly Schemas['VerificationPerson'][],
  hasPersons: boolean,
): 'customer' | 'Operations' | undefined {
  if (identityStatus === 'verified') return undefined;
  const statuses = [...requirements, ...persons, ...persons.flatMap((each) => each.requirements)].map(
    ({ status }) => status,
  );
  const isOpen = statuses.some((status) => status === 'needed' || status === 'uploaded' || status === 'rejected');
  const waitsForCustomer = isOpen || identityStatus === 'verification failed' || (hasPersons && persons.length === 0);
  return waitsForCustomer ? 'customer' : 'Operations';
}

/** Returns the time from which the next actor can act: the last change, or the opening of the account. */
async function sinceOf(
  db: Db | Trx,
  customerId: string,
  actor: 'customer' | 'Operations' | undefined,
  documents: readonly DocumentRow[],
  persons: readonly PersonRow[],
): Promise<Date> {
  const isRelevant = ({ status }: { status: string }): boolean => actor !== 'customer' || status === 'rejected';
  const changes = [...documents, ...persons].filter(isRelevant).map((row) => row.changed_at.getTime());
  if (changes.length > 0) return new Date(Math.max(...changes));
  const { created_at: createdAt } = await db
    .selectFrom('customer')
    .select('created_at')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return createdAt;
}
