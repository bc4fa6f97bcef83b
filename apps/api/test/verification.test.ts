import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WalletClient } from '@wusd/api-sdk';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../src/domains/identity-access/verification/persons.ts';
import { clientOf, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { countFiles, createUnverified, documentsOf, eicar, pdfText } from '../testing/verification.ts';

// Documents and persons of a verification, from the upload to the decision.

const { node, other } = await startTwoNodes();
const { services } = node.server;
const { db } = services;
const operator = operatorOf(services);
const { password } = mei;

const pdf = (content: string, name = 'document.pdf'): File => new File([pdfText(content)], name);
const person = { fullName: 'สมหญิง ใจดี', dateOfBirth: '1984-02-29', residence: 'TH' };

let somchai: WalletClient;
let harbour: WalletClient;
beforeAll(async () => {
  somchai = clientOf(other, await signIn(node, { username: 'somchai@demo.example', password }));
  harbour = clientOf(other, await signIn(node, { username: 'harbour@demo.example', password }));
});
beforeEach(() => db.deleteFrom('throttle').execute());

describe('an uploaded file (control 60)', () => {
  let photo: Buffer;
  let vast: Buffer;
  beforeAll(async () => {
    const colour = { channels: 3, background: '#2456d6' } as const;
    photo = await sharp({ create: { width: 8, height: 4, ...colour } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'taken at home' } })
      .toBuffer();
    vast = await sharp({ create: { width: 8000, height: 8000, ...colour } })
      .png()
      .toBuffer();
  });

  test.each([
    ['a program', () => new File(['MZ'], 'a.exe'), 'type-not-accepted'],
    ['a page that calls itself a PDF', () => new File(['<script>1</script>'], 'a.pdf'), 'type-not-accepted'],
    ['a picture that calls itself a PDF', () => new File([new Uint8Array(photo)], 'a.pdf'), 'type-and-name-differ'],
    ['one above the size', () => pdf('x'.repeat(5 * 1024 * 1024)), 'too-large'],
    ['an empty one', () => new File([], 'a.pdf'), 'empty'],
    ['a small picture of very many pixels', () => new File([new Uint8Array(vast)], 'a.png'), 'too-many-pixels'],
    ['malware', () => pdf(eicar), 'malware'],
    ['a document with a script', () => pdf('\n2 0 obj\n<< /S /JavaScript /JS (1) >>\nendobj'), 'active-content'],
  ])('is refused with its reason if it is %s', async (_, file, reasonCode) => {
    await expect(harbour.verification.uploadDocument({ kind: 'incorporation', file: file() })).rejects.toMatchObject({
      errorName: 'FILE_NOT_ACCEPTED',
      details: { field: '/body/file/0', reasonCode },
    });
    const { requirements } = await harbour.verification.getCase();
    expect(requirements.find(({ kind }) => kind === 'incorporation')).toMatchObject({
      status: 'needed',
      documents: [],
    });
  });

  test('is stored encrypted, without location metadata, and under a generated name', async () => {
    const { requirements } = await harbour.verification.uploadDocument({
      kind: 'address',
      file: new File([new Uint8Array(photo)], 'home.jpg'),
    });
    const [document] = requirements.find(({ kind }) => kind === 'address')?.documents ?? [];
    expect(document).toMatchObject({ type: 'JPG', size: photo.length, status: 'uploaded' });
    const id = document?.id ?? '';
    const { bytes_sealed: sealed } = await db
      .selectFrom('verification_file')
      .select('bytes_sealed')
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed.includes(Buffer.from('ffd8ff', 'hex'))).toBe(false);
    const folder = mkdtempSync(join(tmpdir(), 'documents-'));
    expect(await operator('save-document', id, '--to', folder)).toBe(join(folder, `${id}.jpg`));
    const kept = await readFile(join(folder, `${id}.jpg`));
    expect(kept.includes('taken at home')).toBe(false);
    expect((await sharp(kept).metadata()).width).toBe(8);
    await rm(folder, { recursive: true });
    const { details } = await db
      .selectFrom('audit_log')
      .select('details')
      .where('act', '=', 'verification document read')
      .executeTakeFirstOrThrow();
    expect(details).toEqual({ document: id, operator: 'priya' });
    await harbour.verification.removeDocument(id);
  });

  test('is stored once for repeats on both nodes, and at most three times for a requirement', async () => {
    const customerId = (await harbour.user.getProfile()).userId;
    const send = (content: string, api = harbour) =>
      api.verification.uploadDocument({ kind: 'authority', file: pdf(content) });
    await Promise.all([send('one'), send('one'), send('one')]);
    expect(await documentsOf(services, customerId)).toHaveLength(1);
    // Two places are left.
    const results = await Promise.allSettled(['two', 'three', 'four'].map((content) => send(content)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toEqual([
      expect.objectContaining({
        errorName: 'FILE_NOT_ACCEPTED',
        details: expect.objectContaining({ reasonCode: 'too-many' }),
      }),
    ]);
    const rows = await documentsOf(services, customerId);
    expect(rows).toHaveLength(3);
    for (const { id } of rows) await harbour.verification.removeDocument(id);
    expect(await countFiles(services, customerId)).toBe(0);
    await expect(harbour.verification.removeDocument(rows[0]?.id ?? '')).rejects.toMatchObject({
      errorName: 'NOT_FOUND',
    });
  });

  test('is refused without a requirement, for an unknown person, and after the verification', async () => {
    await expect(harbour.verification.uploadDocument({ kind: 'passport', file: pdf('a') })).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field: '/body/kind' },
    });
    await expect(
      harbour.verification.uploadDocument({ kind: 'identity', personId: 'vpr_unknown', file: pdf('a') }),
    ).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    const verified = clientOf(node, await signIn(node));
    await expect(verified.verification.uploadDocument({ kind: 'passport', file: pdf('a') })).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    expect(await verified.verification.getCase()).toMatchObject({ status: 'verified', requirements: [], persons: [] });
  });
});

test('an individual uploads, one document is rejected and sent again, and the case is verified', async () => {
  const email = 'somchai@demo.example';
  const { verification } = somchai;
  const first = await verification.getCase();
  expect(first).toMatchObject({ status: 'pending verification', nextActor: 'customer', limits: { persons: 0 } });
  expect(first.requirements.every(({ status }) => status === 'needed')).toBe(true);
  const kinds = first.requirements.map(({ kind }) => kind);
  await expect(verification.submit()).rejects.toMatchObject({ details: { reasonCode: 'documents-missing' } });
  for (const kind of kinds) await verification.uploadDocument({ kind, file: pdf(kind) });
  const submitted = await verification.submit();
  expect(submitted).toMatchObject({ nextActor: 'Operations' });
  expect(submitted.requirements.every(({ status }) => status === 'checking')).toBe(true);
  // The provider receives no further request, because a person decides.
  expect(
    await db
      .selectFrom('identity_check')
      .select('id')
      .where('customer_id', '=', submitted.reference)
      .where('ended_at', 'is', null)
      .execute(),
  ).toEqual([]);
  await expect(verification.submit()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  await expect(verification.removeDocument(submitted.requirements[0]?.documents[0]?.id ?? '')).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });

  expect(await operator('identities')).toContain(`${kinds.length} documents to check`);
  await expect(operator('verify', email)).rejects.toThrow('Decide on these first');
  const id = submitted.requirements[0]?.documents[0]?.id ?? '';
  expect(await operator('reject', id, '--reason', 'document-incomplete')).toBe(`${id}: rejected, document-incomplete`);
  await delivered(node);
  expect((await node.api.sandbox.mailbox(email)).messages[0]).toMatchObject({
    subject: 'โปรดส่งเอกสารอีกครั้ง',
    text: expect.stringContaining('โปรดอัปโหลดทุกหน้าให้เห็นครบทั้งสี่มุม'),
  });
  expect(await verification.getCase()).toMatchObject({
    nextActor: 'customer',
    requirements: [
      { status: 'rejected', documents: [{ reasonCode: 'document-incomplete' }] },
      ...kinds.slice(1).map(() => ({})),
    ],
  });

  await verification.uploadDocument({ kind: kinds[0] ?? 'passport', file: pdf('whole') });
  await verification.submit();
  await node.api.sandbox.createEvent({ type: 'documents', subjectId: email, outcome: 'approved' });
  const accepted = await verification.getCase();
  expect(accepted.requirements.map(({ status, documents }) => [status, documents.length])).toEqual(
    kinds.map(() => ['accepted', 1]),
  );
  await operator('verify', email);
  const verified = await verification.getCase();
  expect(verified.status).toBe('verified');
  expect(verified.nextActor).toBeUndefined();
});

test('a company names its directors and owners, and each document and person is decided separately', async () => {
  const { verification } = harbour;
  const { requirements } = await verification.getCase();
  const owner = { ...person, roles: ['director' as const, 'owner' as const], sharePercent: '60.5' };
  await verification.addPerson(owner);
  await expect(verification.addPerson({ ...person, roles: ['owner'], sharePercent: '39.5001' })).rejects.toMatchObject({
    details: { field: '/body/sharePercent', reasonCode: 'above-whole' },
  });
  const added = await verification.addPerson({ ...person, fullName: '陈美', roles: ['owner'], sharePercent: '39.5' });
  const [first, second] = added.persons;
  const edited = await verification.editPerson(second?.id ?? '', {
    ...person,
    fullName: 'Chan Mei',
    roles: ['director'],
  });
  expect(edited.persons[1]).toMatchObject({ fullName: 'Chan Mei', roles: ['director'], status: 'uploaded' });
  expect(edited.persons[1]?.sharePercent).toBeUndefined();
  await verification.removePerson(second?.id ?? '');

  for (const { kind } of requirements) await verification.uploadDocument({ kind, file: pdf(kind) });
  const personId = first?.id ?? '';
  for (const { kind } of first?.requirements ?? [])
    await verification.uploadDocument({ kind, personId, file: pdf(`${kind} of a person`) });
  const submitted = await verification.submit();
  expect(submitted).toMatchObject({ nextActor: 'Operations', persons: [{ status: 'checking' }] });
  await expect(verification.editPerson(personId, owner)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });

  await operator('reject', personId, '--reason', 'details-mismatch');
  expect((await verification.getCase()).persons[0]).toMatchObject({
    status: 'rejected',
    reasonCode: 'details-mismatch',
  });
  await verification.editPerson(personId, { ...owner, sharePercent: '100' });
  await verification.submit();
  await node.api.sandbox.createEvent({ type: 'documents', subjectId: 'harbour@demo.example', outcome: 'approved' });
  const accepted = await verification.getCase();
  expect([...accepted.requirements, ...accepted.persons].every(({ status }) => status === 'accepted')).toBe(true);
  await operator('verify', 'harbour@demo.example');
  await eventually(async () => ((await harbour.user.getAuthUser()).identityStatus === 'verified' ? true : undefined));
});

test('an individual cannot add persons', async () => {
  const customerId = await createUnverified(services);
  await expect(addPerson(services, customerId, { ...person, roles: ['director'] })).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });
});
