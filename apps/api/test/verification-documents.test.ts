import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decideIdentity } from '../src/domains/identity-access/identity/identity.ts';
import { describeCase } from '../src/domains/identity-access/verification/case.ts';
import { decideDocument } from '../src/domains/identity-access/verification/decisions.ts';
import { removeDocument } from '../src/domains/identity-access/verification/documents.ts';
import { submitCase } from '../src/domains/identity-access/verification/persons.ts';
import { scanDocuments } from '../src/domains/identity-access/verification/scans.ts';
import { documentStates } from '../src/domains/identity-access/verification/states.ts';
import { deleteOldDocuments } from '../src/domains/identity-access/verification/stored.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { noTimeLimits } from '../src/platform/time-limits.ts';
import { applicationUrl } from '../testing/databases.ts';
import { advance, eventually, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { historiesIn, nameOf, pathsThrough, said } from '../testing/paths.ts';
import { countFiles, createUnverified, documentsOf, eicar, pdfText, uploadPdf } from '../testing/verification.ts';

// Every path of a document through its state machine, with the real command or job for each transition.

const { database, node, other } = await startTwoNodes();
const { services } = node.server;
const { db, vault, clock } = services;
const operator = operatorOf(services);
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(() => vi.restoreAllMocks());

/** Makes every scan fail, so that no node gets a verdict. */
const silenceScanner = (): void => {
  for (const each of [services, other.server.services])
    vi.spyOn(each.gateways.scanner, 'scan').mockRejectedValue(new Error('clamd did not answer in time'));
};

describe('a file without a verdict (control 60)', () => {
  test('is stored and scanned later, and no operator can read it or decide on it before', async () => {
    const customerId = await createUnverified(services);
    silenceScanner();
    await uploadPdf(services, customerId, 'passport', 'late');
    await uploadPdf(services, customerId, 'residence', 'late');
    await submitCase(services, customerId, false);
    const [{ id } = { id: '' }] = await documentsOf(services, customerId);
    await expect(operator('save-document', id, '--to', tmpdir())).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    await expect(operator('approve', id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    await advance(30, node, other);
    await scanDocuments(services);
    expect(await describeCase(services, customerId)).toMatchObject({
      nextActor: 'Operations',
      requirements: [{ status: 'checking' }, { status: 'checking' }],
    });
    vi.restoreAllMocks();
    await eventually(async () => {
      await advance(1000, node, other);
      return (await documentsOf(services, customerId)).every(({ scan_at: scanAt }) => scanAt === null)
        ? true
        : undefined;
    });
    expect(await operator('approve', id)).toBe(`${id}: accepted`);
  });

  test('is rejected by the scan, which deletes the file and notifies the customer', async () => {
    const customerId = await createUnverified(services);
    silenceScanner();
    await uploadPdf(services, customerId, 'passport', eicar);
    vi.restoreAllMocks();
    await eventually(async () => {
      await advance(1000, node, other);
      const { requirements } = await describeCase(services, customerId);
      return requirements[0]?.documents[0]?.reasonCode === 'malware' ? true : undefined;
    });
    expect(await countFiles(services, customerId)).toBe(0);
  });
});

test('a customer is not verified while a document is undecided (control 62)', async () => {
  const customerId = await createUnverified(services);
  await uploadPdf(services, customerId, 'passport', 'undecided');
  await uploadPdf(services, customerId, 'residence', 'undecided');
  await submitCase(services, customerId, false);
  const verify = () =>
    decideIdentity(services, customerId, { to: 'verified' }, { actor: 'Operations', operator: 'priya' });
  await expect(verify()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  for (const { id } of await documentsOf(services, customerId)) {
    await expect(verify()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    await decideDocument(services, id, { to: 'accepted' }, 'priya');
  }
  await verify();
  await expect(uploadPdf(services, customerId, 'passport', 'later')).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });
});

test('documents after a failed verification start another one', async () => {
  const customerId = await createUnverified(services);
  const failed = { to: 'verification failed', reason: 'documents-missing' } as const;
  await decideIdentity(services, customerId, failed, { actor: 'Operations', operator: 'priya' });
  await uploadPdf(services, customerId, 'passport', 'again');
  await uploadPdf(services, customerId, 'residence', 'again');
  expect(await describeCase(services, customerId)).toMatchObject({ nextActor: 'customer' });
  await submitCase(services, customerId, false);
  expect(await describeCase(services, customerId)).toMatchObject({
    status: 'pending verification',
    nextActor: 'Operations',
  });
});

test('one of two concurrent decisions on a document counts, and one of a decision and a removal', async () => {
  const customerId = await createUnverified(services);
  await uploadPdf(services, customerId, 'passport', 'race');
  await uploadPdf(services, customerId, 'residence', 'race');
  const [row, second] = await documentsOf(services, customerId);
  const [submitted, removed] = await Promise.allSettled([
    submitCase(services, customerId, false),
    removeDocument(services, customerId, second?.id ?? ''),
  ]);
  expect([submitted.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  if (submitted.status === 'rejected') {
    await uploadPdf(services, customerId, 'residence', 'race');
    await submitCase(services, customerId, false);
  }
  const decisions = await Promise.allSettled([
    decideDocument(services, row?.id ?? '', { to: 'accepted' }, 'priya'),
    decideDocument(services, row?.id ?? '', { to: 'rejected', reason: 'wrong-document' }, 'ben'),
  ]);
  const last = (await historiesIn(db)('document', row?.id ?? '')).slice(1);
  // A rejection may follow an acceptance, but not the reverse.
  expect([
    ['checking', 'rejected'],
    ['checking', 'accepted', 'rejected'],
  ]).toContainEqual(last);
  expect(decisions.some(({ status }) => status === 'fulfilled')).toBe(true);
});

describe('a document', () => {
  const paths = pathsThrough(documentStates, 'uploaded').filter((path) => path.length > 0);
  test.each(paths.map((path) => [nameOf(path), path] as const))('goes from %s', async (_, path) => {
    const customerId = await createUnverified(services);
    const isFound = path.some(({ to, actor }) => to === 'rejected' && actor === 'system');
    if (isFound) silenceScanner();
    await uploadPdf(services, customerId, 'passport', isFound ? eicar : 'walk');
    await uploadPdf(services, customerId, 'residence', 'walk');
    const [{ id } = { id: '' }] = await documentsOf(services, customerId);
    for (const { to, actor } of path) {
      if (to === 'checking') await submitCase(services, customerId, false);
      else if (to === 'accepted') await decideDocument(services, id, { to }, 'priya');
      else if (to === 'rejected' && actor === 'Operations')
        await decideDocument(services, id, { to, reason: 'wrong-document' }, 'priya');
      else if (to === 'rejected') {
        vi.restoreAllMocks();
        await advance(1000, node, other);
        await scanDocuments(services);
        await eventually(async () => ((await historiesIn(db)('document', id)).includes('rejected') ? true : undefined));
      } else if (to === 'replaced') await uploadPdf(services, customerId, 'passport', 'anew');
      else if (actor === 'customer') await removeDocument(services, customerId, id);
      else await deleteOldDocuments(services, new Date(clock.now().getTime() + 1));
    }
    expect(await historiesIn(db)('document', id)).toEqual(said(path));
  });
});

test('replaced files and documents that were never submitted are deleted after their retention time; others stay', async () => {
  const customerId = await createUnverified(services);
  await uploadPdf(services, customerId, 'passport', 'old');
  await uploadPdf(services, customerId, 'residence', 'old');
  await submitCase(services, customerId, false);
  const [first] = await documentsOf(services, customerId);
  await decideDocument(services, first?.id ?? '', { to: 'rejected', reason: 'document-expired' }, 'priya');
  await uploadPdf(services, customerId, 'passport', 'new');
  expect(await countFiles(services, customerId)).toBe(3);
  await deleteOldDocuments(services, new Date(0));
  expect(await countFiles(services, customerId)).toBe(3);
  await deleteOldDocuments(services, new Date(clock.now().getTime() + 1));
  // Only the submitted proof of address is left.
  expect(await countFiles(services, customerId)).toBe(1);
  expect((await documentsOf(services, customerId)).map(({ status }) => status)).toEqual(['replaced', 'checking']);
});

test('deleting needs one connection at a time', async () => {
  const customerId = await createUnverified(services);
  await uploadPdf(services, customerId, 'passport', 'idle');
  const single = openDatabase(applicationUrl(database), 1, { limits: { ...noTimeLimits, acquireMs: 2000 } });
  try {
    await deleteOldDocuments({ db: single, clock, vault }, new Date(clock.now().getTime() + 1));
  } finally {
    await single.destroy();
  }
  expect(await documentsOf(services, customerId)).toEqual([]);
});

test('a new key re-encrypts persons and files, which still open (control 24)', async () => {
  const customerId = await createUnverified(services);
  await uploadPdf(services, customerId, 'passport', 'sealed');
  await operator('rotate-key');
  await advance(121, node, other);
  await services.keyring.refresh();
  await operator('reencrypt');
  const rows = [
    ...(await db.selectFrom('verification_file').select('bytes_sealed as sealed').execute()),
    ...(await db.selectFrom('verification_person').select('person_sealed as sealed').execute()),
  ];
  expect(rows.length).toBeGreaterThan(1);
  for (const { sealed } of rows) expect(vault.keyOf(sealed)).toBe(vault.currentKey());
  const [{ id } = { id: '' }] = await documentsOf(services, customerId);
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  await operator('save-document', id, '--to', folder);
  expect(await readFile(join(folder, `${id}.pdf`), 'utf8')).toBe(pdfText('sealed'));
  await rm(folder, { recursive: true });
});
