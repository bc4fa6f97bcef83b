import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Selectable } from 'kysely';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { PersonFields } from './requirements.ts';
import { documentStates } from './states.ts';

export type DocumentRow = Selectable<Database['verification_document']>;
export type PersonRow = Selectable<Database['verification_person']>;

const sealedPersons = sealedDocument<PersonFields>('verification-person');
const fileContext = (documentId: string): string => `verification-file:${documentId}`;

export const sealPerson = (vault: Vault, fields: PersonFields, id: string): Buffer =>
  sealedPersons.seal(vault, fields, id);
export const openPerson = (vault: Vault, { id, person_sealed: sealed }: PersonRow): PersonFields =>
  sealedPersons.open(vault, sealed, id);

/** Reads the documents and persons of a customer, oldest first, without replaced documents. */
export async function readCase(
  db: Db | Trx,
  customerId: string,
): Promise<{ documents: DocumentRow[]; persons: PersonRow[] }> {
  const documents = await db
    .selectFrom('verification_document')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'replaced')
    .orderBy('id')
    .execute();
  const persons = await db
    .selectFrom('verification_person')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return { documents, persons };
}

/** Encrypts and stores the file of a document, or replaces it. */
export async function putFile(
  trx: Trx,
  vault: Vault,
  document: Pick<DocumentRow, 'id' | 'customer_id'>,
  bytes: Buffer,
): Promise<void> {
  const sealed = vault.seal(bytes, fileContext(document.id));
  await trx
    .insertInto('verification_file')
    .values({ customer_id: document.customer_id, document_id: document.id, bytes_sealed: sealed })
    .onConflict((conflict) => conflict.columns(['customer_id', 'document_id']).doUpdateSet({ bytes_sealed: sealed }))
    .execute();
}

/** Returns undefined if the file was deleted. */
export async function getFile(db: Db | Trx, vault: Vault, documentId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('verification_file')
    .select('bytes_sealed')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row && vault.openBytes(row.bytes_sealed, fileContext(documentId));
}

/** Deletes a document with its file. The state history still records that the document existed. */
export async function deleteDocument(trx: Trx, { customer_id: customerId, id }: DocumentRow): Promise<void> {
  await trx
    .deleteFrom('verification_file')
    .where('customer_id', '=', customerId)
    .where('document_id', '=', id)
    .execute();
  await trx.deleteFrom('verification_document').where('customer_id', '=', customerId).where('id', '=', id).execute();
}

/**
 * Deletes files of documents replaced before `before`, and documents never submitted and unchanged since then. All
 * other files are evidence and stay stored.
 */
export async function deleteOldDocuments(
  { db, clock, vault }: { db: Db; clock: Clock; vault: Vault },
  before: Date,
): Promise<void> {
  await sql`
    delete from verification_file f using verification_document d
    where d.customer_id = f.customer_id and d.id = f.document_id and d.status = 'replaced' and d.changed_at < ${before}
  `.execute(db);
  for (const { id, customer_id: customerId } of await neverSubmitted(db, before).execute()) {
    await transact(db, async (trx) => {
      await lockCustomer(trx, vault, customerId);
      const [row] = await neverSubmitted(trx, before)
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .execute();
      if (!row) return;
      await recordTransition(trx, clock, documentStates, {
        id,
        customerId,
        from: row.status,
        to: 'removed',
        actor: 'system',
      });
      await deleteDocument(trx, row);
    });
  }
}

const neverSubmitted = (db: Db | Trx, before: Date) =>
  db.selectFrom('verification_document').selectAll().where('status', '=', 'uploaded').where('changed_at', '<', before);

/** Re-encrypts persons and files that are encrypted under an older key. @returns the number of re-encrypted rows */
export async function reencryptVerification(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const { id, customer_id: customerId } of await db
    .selectFrom('verification_person')
    .select(['id', 'customer_id'])
    .execute())
    count += await transact(db, async (trx) => {
      const row = await trx
        .selectFrom('verification_person')
        .select('person_sealed')
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const anew = row && sealedPersons.reseal(vault, row.person_sealed, id);
      if (!anew) return 0;
      await trx
        .updateTable('verification_person')
        .set({ person_sealed: anew })
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .execute();
      return 1;
    });
  for (const { document_id: id, customer_id: customerId } of await db
    .selectFrom('verification_file')
    .select(['document_id', 'customer_id'])
    .execute())
    count += await transact(db, async (trx) => {
      const row = await trx
        .selectFrom('verification_file')
        .select('bytes_sealed')
        .where('customer_id', '=', customerId)
        .where('document_id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      const anew = row && vault.reseal(row.bytes_sealed, fileContext(id));
      if (!anew) return 0;
      await trx
        .updateTable('verification_file')
        .set({ bytes_sealed: anew })
        .where('customer_id', '=', customerId)
        .where('document_id', '=', id)
        .execute();
      return 1;
    });
  return count;
}
