import { transact } from '../src/platform/database/database.ts';
import { createCustomer } from '../src/domains/identity-access/customers/customers.ts';
import { uploadDocument } from '../src/domains/identity-access/verification/documents.ts';
import type { DocumentRow } from '../src/domains/identity-access/verification/stored.ts';
import type { Services } from '../src/domains/services.ts';
import { arun } from './harness.ts';

export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Returns a PDF without active content. */
export const pdfText = (content: string): string =>
  `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%${content}\n%%EOF`;

let created = 0;

/**
 * Creates an individual with a passport who waits for verification and has no check at the provider. @returns the id
 */
export async function createUnverified({ db, clock, vault }: Services): Promise<string> {
  created += 1;
  return transact(db, (trx) =>
    createCustomer(trx, clock, vault, {
      accountType: 'individual',
      status: 'active',
      identityStatus: 'pending verification',
      onboarded: true,
      language: 'en_US',
      email: `unverified.${created}.${Date.now()}@example.com`,
      phone: '+6591234567',
      fullName: arun.fullName,
      passwordHash: '',
      identity: { ...arun, idNumber: 'Z7650009' },
    }),
  );
}

/** Uploads a PDF like the customer. */
export function uploadPdf(
  services: Services,
  customerId: string,
  kind: 'passport' | 'residence',
  content: string,
): Promise<void> {
  return uploadDocument(services, customerId, {
    kind,
    personId: undefined,
    upload: { field: '/body/file/0', fileName: 'a.pdf', bytes: Buffer.from(pdfText(content)) },
  });
}

export function documentsOf({ db }: Services, customerId: string): Promise<DocumentRow[]> {
  return db
    .selectFrom('verification_document')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

export async function countFiles({ db }: Services, customerId: string): Promise<number> {
  const rows = await db
    .selectFrom('verification_file')
    .select('document_id')
    .where('customer_id', '=', customerId)
    .execute();
  return rows.length;
}
