import { createPasskeyDouble, type PasskeyDouble } from '@wusd/api/testing/passkey-double';
import { present } from '@wusd/server-kit/testing/present';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLog } from '../src/database/signature-log.ts';
import { createCredentialScan } from '../src/credentials.ts';
import { recordDestinations } from '../src/destinations.ts';
import { addPasskey, approveByPasskey, assertionOver, storeAssertion } from '../testing/passkeys.ts';
import { networkId, policy, startSigner, wusd } from '../testing/signer.ts';

// An attacker who controls the server writes arbitrary rows with the application's login, but can't forge the approval
// of a customer's passkey.

const signer = await startSigner();
const { services, networks, order, sign, approve, wait, application, customer } = signer;
const limits = policy.limits.get('WUSD');
services.policy = {
  ...policy,
  limits: new Map(limits && [['WUSD', { ...limits, oneApprovalWithoutPasskeyAbove: wusd(20) }]]),
};
afterAll(() => signer.close());

const logged: unknown[] = [];
const scan = createCredentialScan(services.db, services.product, services.clock, {
  error: (entry: unknown) => logged.push(entry),
});
let passkey: PasskeyDouble;
beforeAll(async () => {
  await recordDestinations(services.db, services.clock, [
    { networkId, address: '0xknown', memo: undefined },
    { networkId, address: '0xother', memo: undefined },
  ]);
  passkey = await addPasskey(signer);
  await scan();
});

let payouts = 0;
let payoutId = '';
let used = 0;
beforeEach(() => {
  // Moves earlier signatures out of the 24-hour limit, and makes the passkey known for a day.
  wait(25);
  payouts += 1;
  payoutId = `ctx_${payouts}`;
  used = networks.signatures();
});
const invalid = { name: 'PayoutRejected', reason: 'passkey-invalid' };
const missing = { reason: 'approval-missing' };
const nothingWasSigned = (): void => expect(networks.signatures()).toBe(used);
const loggedCredential = async (id = payoutId): Promise<string | undefined> => {
  const row = await services.db
    .selectFrom('signature')
    .select('credential_id')
    .where('payout_id', '=', id)
    .executeTakeFirst();
  return row?.credential_id?.toString('base64url');
};

describe('a payout that a passkey has approved', () => {
  test('is signed above the limit without passkeys, and the log names the passkey', async () => {
    const amount = wusd(100);
    await order({ payoutId, amount });
    await approveByPasskey(signer, passkey, { payoutId, amount });
    expect(await sign(payoutId)).toBeDefined();
    expect(await loggedCredential()).toBe(passkey.id);
    expect(await verifyLog(services.db)).toMatchObject({ broken: undefined });
  });

  test('still needs operators above the limits for approvals', async () => {
    const amount = wusd(101);
    await order({ payoutId, amount });
    await approveByPasskey(signer, passkey, { payoutId, amount });
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    await approve('ann', { payoutId, amount });
    expect(await sign(payoutId)).toBeDefined();
  });

  test.each(['EdDSA', 'RS256'] as const)('is signed if the passkey uses %s', async (algorithm) => {
    const other = await addPasskey(signer, createPasskeyDouble({}, algorithm));
    await scan();
    wait(25);
    await order({ payoutId, amount: wusd(100) });
    await approveByPasskey(signer, other, { payoutId, amount: wusd(100) });
    expect(await sign(payoutId)).toBeDefined();
    expect(await loggedCredential()).toBe(other.id);
  });

  test('is signed if the approval includes its memo', async () => {
    await recordDestinations(services.db, services.clock, [{ networkId, address: '0xknown', memo: '7' }]);
    wait(25);
    await order({ payoutId });
    await application.query('update crypto_transaction set memo = $2 where id = $1', [payoutId, '7']);
    await approveByPasskey(signer, passkey, { payoutId, memo: '7' });
    expect(await sign(payoutId)).toBeDefined();
  });

  test.each<[string, string]>([
    ['amount', 'amount = amount + 1'],
    ['recipient', `address = '0xother'`],
    ['memo', `memo = '7'`],
  ])('is not signed if its %s changes afterwards (control 25)', async (_, change) => {
    await order({ payoutId });
    await approveByPasskey(signer, passkey, { payoutId });
    await application.query(`update crypto_transaction set ${change} where id = $1`, [payoutId]);
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('is not signed on another network', async () => {
    await order({ payoutId });
    await approveByPasskey(signer, passkey, { payoutId, networkId: networkId + 1 });
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('is signed again with its nonce, and with another nonce after the first can no longer be included', async () => {
    await order({ payoutId, nonce: 'p1' });
    await approveByPasskey(signer, passkey, { payoutId });
    const first = await sign(payoutId);
    await order({ payoutId, attempt: 2, nonce: 'p1' });
    const second = await sign(payoutId, 2);
    for (const { hash } of [first, second].filter((each) => each !== undefined))
      networks.statuses.set(hash, 'displaced');
    await order({ payoutId, attempt: 3, nonce: 'p2' });
    expect(await sign(payoutId, 3)).toBeDefined();
  });
});

describe('an assertion', () => {
  test('counts for one payout, and not for a second one with the same amount and recipient (control 25)', async () => {
    await order({ payoutId });
    const stored = await approveByPasskey(signer, passkey, { payoutId });
    await sign(payoutId);
    await order({ payoutId: `${payoutId}_again` });
    await storeAssertion(signer, `${payoutId}_again`, stored);
    await expect(sign(`${payoutId}_again`)).rejects.toMatchObject(invalid);
    expect(networks.signatures()).toBe(used + 1);
  });

  test('counts for only one of two payouts that are requested concurrently', async () => {
    const ids = [`${payoutId}_a`, `${payoutId}_b`];
    await order({ payoutId: `${payoutId}_a` });
    await order({ payoutId: `${payoutId}_b` });
    const stored = await approveByPasskey(signer, passkey, { payoutId: `${payoutId}_a` });
    await storeAssertion(signer, `${payoutId}_b`, stored);
    const answers = await Promise.allSettled(ids.map((id) => sign(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['of another origin is refused (control 25)', { origin: 'https://wallet.attacker.test' }],
    ['for another domain is refused (control 25)', { rpId: 'attacker.test' }],
    ['without user verification is refused (control 25)', { isVerified: false }],
  ])('%s', async (_, changes) => {
    await order({ payoutId });
    await approveByPasskey(signer, passkey, { payoutId }, changes);
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('with a signature by another key is rejected (control 25)', async () => {
    await order({ payoutId });
    const [, ...signed] = assertionOver(createPasskeyDouble(), {});
    await storeAssertion(signer, payoutId, [Buffer.from(passkey.id, 'base64url'), ...signed]);
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('by an unknown passkey is rejected', async () => {
    await order({ payoutId });
    await approveByPasskey(signer, createPasskeyDouble(), { payoutId });
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('that is malformed is rejected', async () => {
    await order({ payoutId });
    const nothing = [Buffer.from(passkey.id, 'base64url'), ...Array.from({ length: 3 }, () => Buffer.from('{}'))];
    await storeAssertion(signer, payoutId, [...nothing, Buffer.alloc(32)]);
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });
});

describe('a passkey that the signer has known for less than a day', () => {
  test("does not count before a day on the signer's clock has passed, even if its row claims an older date (control 25)", async () => {
    const forged = await addPasskey(signer);
    await application.query(`update passkey set created_at = '2020-01-01' where credential_id = $1`, [
      Buffer.from(forged.id, 'base64url'),
    ]);
    const amount = wusd(50);
    await order({ payoutId, amount });
    await approveByPasskey(signer, forged, { payoutId, amount });
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    wait(23.9);
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    nothingWasSigned();
    wait(0.2);
    expect(await sign(payoutId)).toBeDefined();
    expect(await loggedCredential()).toBe(forged.id);
  });

  test('does not count, but its assertion must be valid and is consumed', async () => {
    const fresh = await addPasskey(signer);
    await order({ payoutId });
    const stored = await approveByPasskey(signer, fresh, { payoutId });
    expect(await sign(payoutId)).toBeDefined();
    expect(await loggedCredential()).toBeUndefined();
    await order({ payoutId: `${payoutId}_again` });
    await storeAssertion(signer, `${payoutId}_again`, stored);
    wait(25);
    await expect(sign(`${payoutId}_again`)).rejects.toMatchObject(invalid);
    await order({ payoutId: `${payoutId}_other` });
    await approveByPasskey(signer, fresh, { payoutId: `${payoutId}_other`, amount: wusd(9) });
    await expect(sign(`${payoutId}_other`)).rejects.toMatchObject(invalid);
  });
});

test('without an assertion, a payout above the smaller limit needs an operator, and a payout below it needs none (control 25)', async () => {
  await order({ payoutId, amount: wusd(20) });
  expect(await sign(payoutId)).toBeDefined();
  expect(await loggedCredential()).toBeUndefined();
  await order({ payoutId: `${payoutId}_more`, amount: wusd(20) + 1n });
  await expect(sign(`${payoutId}_more`)).rejects.toMatchObject(missing);
  await approve('ann', { payoutId: `${payoutId}_more`, amount: wusd(20) + 1n });
  expect(await sign(`${payoutId}_more`)).toBeDefined();
});

describe('a passkey that was changed in the database', () => {
  const change = (column: string, value: unknown, { id }: PasskeyDouble) =>
    application.query(`update passkey set ${column} = $2 where credential_id = $1`, [
      Buffer.from(id, 'base64url'),
      value,
    ]);

  test('to another key approves nothing, and the change is logged (control 25)', async () => {
    const changed = await addPasskey(signer);
    await scan();
    wait(25);
    const attacker = createPasskeyDouble();
    await change('public_key', attacker.publicKey, changed);
    await order({ payoutId });
    await approveByPasskey(signer, changed, { payoutId });
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    await scan();
    expect(logged).toContainEqual({
      event: 'passkey-changed',
      credentialId: changed.id,
      customerId: customer.id,
    });
    await change('public_key', changed.publicKey, changed);
    expect(await sign(payoutId)).toBeDefined();
  });

  test('to another customer approves no payout of that customer (control 25)', async () => {
    const changed = await addPasskey(signer);
    await scan();
    wait(25);
    const { rows } = await application.query<{ id: string; walletId: string }>(
      `select customer_id as id, id as "walletId" from wallet_account where currency = 'WUSD' and customer_id <> $1 limit 1`,
      [customer.id],
    );
    const thief = present(rows[0]);
    await order({ payoutId });
    await application.query('update crypto_transaction set customer_id = $2, wallet_id = $3 where id = $1', [
      payoutId,
      thief.id,
      thief.walletId,
    ]);
    await change('customer_id', thief.id, changed);
    await approveByPasskey({ application, customer: thief }, changed, { payoutId });
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    await application.query('delete from passkey where credential_id = $1', [Buffer.from(changed.id, 'base64url')]);
    await expect(sign(payoutId)).rejects.toMatchObject(invalid);
    nothingWasSigned();
  });

  test('by its removal still counts for earlier approvals', async () => {
    const removed = await addPasskey(signer);
    await scan();
    wait(25);
    await order({ payoutId, amount: wusd(50) });
    await approveByPasskey(signer, removed, { payoutId, amount: wusd(50) });
    await application.query('delete from passkey where credential_id = $1', [Buffer.from(removed.id, 'base64url')]);
    expect(await sign(payoutId)).toBeDefined();
  });
});
