import { expect, test } from 'vitest';
import { masterKey as harnessKey } from '../testing/process.ts';
import {
  advance,
  arun,
  clientOf,
  eventually,
  mei,
  seal,
  signIn,
  startNode,
  startTwoNodes,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// Keys rotate while the servers run, without an effect on customers (control 24).

const { database, node, other } = await startTwoNodes();

const operator = operatorOf(node.server.services);
const rows = () =>
  node.server.services.db
    .selectFrom('customer')
    .innerJoin('customer_email', 'customer_email.customer_id', 'customer.id')
    .select(['id', 'personal_sealed', 'totp_sealed', 'email_index'])
    .execute();

/** A registration that waits for its activation. */
async function register(): Promise<void> {
  const payload = await seal(await node.api.config.get(), { password: 'Tall-Ships-2026!' });
  const body = { accountType: 'individual' as const, email: 'arun@example.com', payload, phoneNumber: '+6591234567' };
  await node.api.registration.register({ ...body, identity: arun });
}

test('a new data key re-encrypts every row while both nodes run (control 24)', async () => {
  const { vault, db } = node.server.services;
  const before = vault.currentKey();
  const old = await rows();
  const wires = 3;
  await register();
  await eventually(async () =>
    (await db.selectFrom('bank_line').select('line').execute()).length === wires ? true : undefined,
  );
  expect(await operator('rotate-key')).toContain('Run reencrypt after that');
  // The new key encrypts nothing until every node has read it.
  expect(vault.currentKey()).toBe(before);
  expect(await operator('reencrypt')).toBe('0 rows re-encrypted');
  await advance(121, node, other);
  await eventually(async () => (other.server.services.vault.currentKey() === before ? undefined : true));
  expect(vault.currentKey()).toBe(other.server.services.vault.currentKey());

  const told = (await db.selectFrom('notification').select('id').execute()).length;
  expect(told).toBeGreaterThan(0);
  expect(await operator('reencrypt')).toBe(`${5 + wires + told} rows re-encrypted`);
  expect(await operator('reencrypt')).toBe('0 rows re-encrypted');
  for (const { id, personal_sealed: personal, email_index: index } of await rows()) {
    expect(vault.keyOf(personal)).toBe(vault.currentKey());
    const earlier = old.find((row) => row.id === id);
    expect(personal.equals(earlier?.personal_sealed ?? personal)).toBe(false);
    // The blind index stays the same, so that lookups still work.
    expect(index.equals(earlier?.email_index ?? Buffer.alloc(0))).toBe(true);
  }
  const registration = await db.selectFrom('registration').select('registrant_sealed').executeTakeFirstOrThrow();
  expect(vault.keyOf(registration.registrant_sealed ?? Buffer.alloc(0))).toBe(vault.currentKey());
  expect((await clientOf(other, await signIn(other)).user.getAuthUser()).email).toBe(mei.username);
  const acts = await db.selectFrom('audit_log').select(['act', 'details']).orderBy('id', 'desc').limit(1).execute();
  expect(acts).toEqual([{ act: 'resealed', details: { operator: 'priya', rows: '0' } }]);
});

test('a new master key takes over the keys of the old one, and no server starts without the old key before (control 24)', async () => {
  const retired = Buffer.from(harnessKey, 'base64');
  const masterKey = Buffer.alloc(32, 9);
  await expect(startNode(database, { masterKey })).rejects.toThrow('which this server was not given');
  await using first = await startNode(database, { masterKey, retiredMasterKeys: [retired] });
  expect((await clientOf(first, await signIn(first)).user.getAuthUser()).email).toBe(mei.username);
  // The old master key is no longer needed and decrypts nothing.
  await using second = await startNode(database, { masterKey });
  expect((await clientOf(second, await signIn(second)).user.getAuthUser()).email).toBe(mei.username);
  await expect(startNode(database)).rejects.toThrow('which this server was not given');
});
