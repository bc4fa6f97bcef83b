import { audit } from '../../../platform/audit/audit.ts';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { type AcceptedFile, type FileType, type KeptFile, mediaTypes } from '../../../platform/files/files.ts';
import { createSpokenCode } from '../../../platform/security/spoken-codes.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import type { Services } from '../../services.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';

interface Message {
  text: string;
  /** Reply address of a sender who is not signed in. */
  email?: string | undefined;
}

export interface NewFeedback extends Message {
  customerId: string | undefined;
  files: readonly AcceptedFile[];
}

const sealedMessages = sealedDocument<Message>('feedback');
const fileContext = (reference: string, number: number): string => `feedback:${reference}:${number}`;

/** Stores a message with its files. @returns a reference that the sender can quote, e.g. `FB-20260301-7H4K` */
export async function saveFeedback(services: Services, feedback: NewFeedback): Promise<string> {
  const { db, clock, vault } = services;
  const { customerId, text, email, files } = feedback;
  const day = clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  return transact(db, async (trx) => {
    const reference = await insertWithReference(trx, services, day, { customerId, text, email });
    if (files.length > 0)
      await trx
        .insertInto('feedback_attachment')
        .values(
          files.map(({ type, bytes }, index) => ({
            reference,
            number: index + 1,
            type,
            bytes_sealed: vault.seal(bytes, fileContext(reference, index + 1)),
          })),
        )
        .execute();
    if (customerId !== undefined)
      await audit(trx, clock, { customerId, actor: 'customer', act: 'feedback sent', details: { reference } });
    return reference;
  });
}

/**
 * References are short enough to read aloud, so they can collide. After a collision the insert is repeated with a new
 * reference.
 */
async function insertWithReference(
  trx: Trx,
  services: Services,
  day: string,
  feedback: Omit<NewFeedback, 'files'>,
): Promise<string> {
  const reference = `FB-${day}-${createSpokenCode(1)}`;
  const { customerId, text, email } = feedback;
  const message: Message = { text, email };
  const row = await trx
    .insertInto('feedback')
    .values({
      reference,
      customer_id: customerId ?? null,
      message_sealed: sealedMessages.seal(services.vault, message, reference),
      created_at: services.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .executeTakeFirst();
  return row?.reference ?? insertWithReference(trx, services, day, feedback);
}

/** @returns the file; undefined if this customer did not send it */
export async function findAttachment(
  { db, vault }: Services,
  customerId: string,
  reference: string,
  number: number,
): Promise<KeptFile | undefined> {
  const row = await db
    .selectFrom('feedback_attachment as file')
    .innerJoin('feedback', 'feedback.reference', 'file.reference')
    .select(['file.reference', 'file.number', 'file.type', 'file.bytes_sealed'])
    .where('feedback.customer_id', '=', customerId)
    .where('file.reference', '=', reference)
    .where('file.number', '=', number)
    .executeTakeFirst();
  return row && openFile(vault, row);
}

/** Lists the open messages of all senders, oldest first. */
export function listOpenFeedback(db: Db) {
  return db
    .selectFrom('feedback')
    .select(['reference', 'customer_id', 'created_at'])
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

/** Reads a message with its files for an operator. The audit log records the access. */
export async function readFeedback({ db, clock, vault }: Services, reference: string, operator: string) {
  return transact(db, async (trx) => {
    const row = await trx.selectFrom('feedback').selectAll().where('reference', '=', reference).executeTakeFirst();
    if (!row) return undefined;
    const files = await trx
      .selectFrom('feedback_attachment')
      .selectAll()
      .where('reference', '=', reference)
      .orderBy('number')
      .execute();
    const customerId = row.customer_id ?? undefined;
    await audit(trx, clock, {
      customerId,
      actor: 'Operations',
      act: 'feedback read',
      details: { reference, operator },
    });
    return {
      customerId,
      createdAt: row.created_at,
      closedAt: row.closed_at,
      ...sealedMessages.open(vault, row.message_sealed, reference),
      files: files.map((file) => openFile(vault, file)),
    };
  });
}

/** @returns false if there is no such open message */
export async function closeFeedback({ db, clock }: Services, reference: string, operator: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const row = await trx
      .updateTable('feedback')
      .set({ closed_at: clock.now() })
      .where('reference', '=', reference)
      .where('closed_at', 'is', null)
      .returning('customer_id')
      .executeTakeFirst();
    if (!row) return false;
    const customerId = row.customer_id ?? undefined;
    await audit(trx, clock, {
      customerId,
      actor: 'Operations',
      act: 'feedback closed',
      details: { reference, operator },
    });
    return true;
  });
}

/**
 * Re-encrypts messages and attachments that are encrypted under an older key. @returns the number of re-encrypted rows
 */
export async function reencryptFeedback(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const { reference } of await db.selectFrom('feedback').select('reference').execute()) {
    count += await transact(db, (trx) => reencryptOne(trx, vault, reference));
  }
  return count;
}

async function reencryptOne(trx: Trx, vault: Vault, reference: string): Promise<number> {
  const { message_sealed: sealed } = await trx
    .selectFrom('feedback')
    .select('message_sealed')
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const files = await trx
    .selectFrom('feedback_attachment')
    .select(['number', 'bytes_sealed'])
    .where('reference', '=', reference)
    .execute();
  let count = 0;
  const message = sealedMessages.reseal(vault, sealed, reference);
  if (message) {
    await trx.updateTable('feedback').set({ message_sealed: message }).where('reference', '=', reference).execute();
    count += 1;
  }
  for (const { number, bytes_sealed: bytes } of files) {
    const reencrypted = vault.reseal(bytes, fileContext(reference, number));
    if (!reencrypted) continue;
    await trx
      .updateTable('feedback_attachment')
      .set({ bytes_sealed: reencrypted })
      .where('reference', '=', reference)
      .where('number', '=', number)
      .execute();
    count += 1;
  }
  return count;
}

function openFile(
  vault: Vault,
  row: { reference: string; number: number; type: FileType; bytes_sealed: Buffer },
): KeptFile {
  const { reference, number, type, bytes_sealed: sealed } = row;
  return {
    mediaType: mediaTypes[type],
    fileName: `${reference}-${number}.${type.toLowerCase()}`,
    bytes: vault.openBytes(sealed, fileContext(reference, number)),
  };
}
