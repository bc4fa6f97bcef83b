import { createClient } from '@wusd/server-kit/connections';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { recordDestinations, createDestinationScan } from '../src/destinations.ts';
import { networkId, saveAddress, startSigner, wusd } from '../testing/signer.ts';

// An attacker who controls the server writes arbitrary rows with the application's login and requests payouts.

const signer = await startSigner();
const { services, networks, order, sign, approve, wait, application } = signer;
afterAll(() => signer.close());

const known = { networkId, address: '0xknown', memo: undefined };
await recordDestinations(services.db, services.clock, [known]);
let payouts = 0;
let payoutId = '';
let used = 0;
beforeEach(() => {
  // Moves earlier signatures out of the 24-hour limit.
  wait(25);
  payouts += 1;
  payoutId = `ctx_${payouts}`;
  used = networks.signatures();
});
const nothingWasSigned = (): void => expect(networks.signatures()).toBe(used);

test('a payout to a destination that the signer has known for a day is signed', async () => {
  await order({ payoutId });
  expect(await sign(payoutId)).toMatchObject({ hash: expect.any(String) });
  expect(networks.signatures()).toBe(used + 1);
});

test('a payout that is not ordered is not signed', async () => {
  expect(await sign('ctx_none')).toBeUndefined();
  await order({ payoutId });
  expect(await sign(payoutId, 2)).toBeUndefined();
  nothingWasSigned();
});

describe('a new destination', () => {
  test("waits for 24 hours of the signer's clock, even if the rows claim an older date (control 25)", async () => {
    const to = '0xattacker';
    await saveAddress(signer, to, new Date('2020-01-01'));
    await order({ payoutId, to });
    const rejection = await sign(payoutId).catch((error: unknown) => error);
    expect(rejection).toMatchObject({
      reason: 'new-destination',
      retryAt: new Date(services.clock.now().getTime() + 86_400_000),
    });
    wait(23.9);
    await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'new-destination' });
    nothingWasSigned();
    wait(0.2);
    expect(await sign(payoutId)).toBeDefined();
  });

  test('starts its wait when the customer saves it', async () => {
    const look = createDestinationScan(services.db, services.product, services.clock);
    await saveAddress(signer, '0xsaved');
    await look();
    wait(24.1);
    await look();
    await order({ payoutId, to: '0xsaved' });
    expect(await sign(payoutId)).toBeDefined();
  });

  test('is separate for each network and memo', async () => {
    await order({ payoutId });
    await application.query('update crypto_transaction set memo = $2 where id = $1', [payoutId, '7']);
    await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'new-destination' });
    await application.query('update crypto_transaction set memo = null, network_id = 4 where id = $1', [payoutId]);
    await application.query('update payout_order set network_id = 4 where withdrawal_id = $1', [payoutId]);
    await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'new-destination' });
    nothingWasSigned();
  });
});

describe('a large amount', () => {
  test('is signed only with approvals of operators, and each operator counts once (control 25)', async () => {
    const amount = wusd(700);
    await order({ payoutId, amount });
    const missing = { reason: 'approval-missing' };
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    await approve('ann', { payoutId, amount });
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    // The same approval under another name, and an approval with an unknown key.
    await approve('ann', { payoutId, amount }, 'ben');
    await approve('eve', { payoutId, amount });
    await expect(sign(payoutId)).rejects.toMatchObject(missing);
    nothingWasSigned();
  });

  test('needs approvals of exactly its payout, destination and amount', async () => {
    const amount = wusd(200);
    await order({ payoutId, amount });
    await approve('ann', { payoutId, amount: wusd(199) });
    await approve('ben', { payoutId, amount, to: '0xother' });
    await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'approval-missing' });
    nothingWasSigned();
  });

  test('is signed after two operators have approved it', async () => {
    const amount = wusd(700);
    await order({ payoutId, amount });
    await approve('ann', { payoutId, amount });
    await approve('ben', { payoutId, amount });
    expect(await sign(payoutId)).toBeDefined();
    const row = await services.db
      .selectFrom('signature')
      .select('operators')
      .where('payout_id', '=', payoutId)
      .executeTakeFirst();
    expect(row?.operators).toEqual(['ann', 'ben']);
  });

  test('above the limit per payout is not signed, even with approvals', async () => {
    const amount = wusd(1001);
    await order({ payoutId, amount });
    for (const operator of ['ann', 'ben']) await approve(operator, { payoutId, amount });
    await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'payout-limit' });
    nothingWasSigned();
  });
});

test('the payouts of 24 hours stay within the limit, even if they are requested concurrently (control 25)', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `${payoutId}_${index}`);
  for (const [index, id] of ids.entries()) await order({ payoutId: id, amount: wusd(100), nonce: `v${index}` });
  const answers = await Promise.allSettled(ids.map((id) => sign(id)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  const rejected = answers.find((answer) => answer.status === 'rejected');
  expect(rejected?.reason).toMatchObject({
    reason: 'velocity-limit',
    retryAt: new Date(services.clock.now().getTime() + 86_400_000),
  });
});

test('the number of payouts in 24 hours is limited, even for small amounts', async () => {
  const ids = Array.from({ length: 52 }, (_, index) => `${payoutId}_${index}`);
  for (const id of ids) await order({ payoutId: id, amount: 1n });
  const answers = await Promise.allSettled(ids.map((id) => sign(id)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
});

test('only a nonce that the network offers is signed (control 25)', async () => {
  await order({ payoutId, nonce: 'a recent block hash' });
  networks.offered.delete('a recent block hash');
  await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'earlier-attempt' });
  nothingWasSigned();
});

test('an amount of zero is rejected', async () => {
  await order({ payoutId });
  await application.query('update crypto_transaction set amount = 0, is_undisclosed = true where id = $1', [payoutId]);
  await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'nothing-to-sign' });
  nothingWasSigned();
});

describe('a payout that was signed', () => {
  test('long ago is not signed with another nonce, because nodes may have forgotten it (control 25)', async () => {
    await order({ payoutId, nonce: 'old' });
    const first = await sign(payoutId);
    networks.statuses.set(first?.hash ?? '', 'displaced');
    await order({ payoutId, attempt: 2, nonce: 'new' });
    wait(8 * 24);
    await expect(sign(payoutId, 2)).rejects.toMatchObject({ reason: 'conflict' });
    expect(networks.signatures()).toBe(used + 1);
  });

  test('is signed again for a replacement, even if other payouts have used up the 24-hour limit', async () => {
    await order({ payoutId, nonce: 'g1', amount: wusd(100) });
    await sign(payoutId);
    wait(25);
    const ids = Array.from({ length: 30 }, (_, index) => `${payoutId}_${index}`);
    for (const id of ids) await order({ payoutId: id, amount: wusd(100) });
    await Promise.all(ids.map((id) => sign(id)));
    await order({ payoutId, attempt: 2, nonce: 'g1', amount: wusd(100) });
    expect(await sign(payoutId, 2)).toBeDefined();
  });

  test('returns the same signature after the product has lost it', async () => {
    await order({ payoutId, nonce: 'a1' });
    const first = await sign(payoutId);
    await application.query('delete from payout_order where withdrawal_id = $1', [payoutId]);
    await order({ payoutId, nonce: 'a1' });
    // Nodes and limits are not checked again.
    networks.offered.clear();
    expect(await sign(payoutId)).toEqual(first);
    expect(networks.signatures()).toBe(used + 1);
  });

  test('is rejected if its values change afterwards', async () => {
    await order({ payoutId, nonce: 'b1' });
    await sign(payoutId);
    for (const forged of [{ amount: wusd(11) }, { to: '0xelse' }, { nonce: 'b2' }]) {
      await order({ payoutId, nonce: 'b1', ...forged });
      await expect(sign(payoutId)).rejects.toMatchObject({ reason: 'conflict' });
    }
    await order({ payoutId, attempt: 2, nonce: 'b1', amount: wusd(11) });
    await expect(sign(payoutId, 2)).rejects.toMatchObject({ reason: 'conflict' });
    expect(networks.signatures()).toBe(used + 1);
  });

  test('is signed again with its nonce, and with another nonce only after it can no longer be included (control 25)', async () => {
    await order({ payoutId, nonce: 'c1' });
    const first = await sign(payoutId);
    await order({ payoutId, attempt: 2, nonce: 'c2' });
    for (const status of [
      'unknown',
      { confirmations: 0, isReverted: false },
      { confirmations: 9, isReverted: false },
    ] as const) {
      networks.statuses.set(first?.hash ?? '', status);
      await expect(sign(payoutId, 2)).rejects.toMatchObject({ reason: 'earlier-attempt' });
    }
    expect(networks.signatures()).toBe(used + 1);
    networks.statuses.set(first?.hash ?? '', 'unknown');
    await order({ payoutId, attempt: 2, nonce: 'c1' });
    expect(await sign(payoutId, 2)).toBeDefined();
    networks.statuses.set(first?.hash ?? '', 'displaced');
    await order({ payoutId, attempt: 3, nonce: 'c3' });
    // The second attempt may still be included.
    await expect(sign(payoutId, 3)).rejects.toMatchObject({ reason: 'earlier-attempt' });
  });

  test('is not signed again with its nonce if attempts only expire', async () => {
    networks.setExclusion('expiry');
    await order({ payoutId, nonce: 'd1' });
    const first = await sign(payoutId);
    await order({ payoutId, attempt: 2, nonce: 'd1' });
    await expect(sign(payoutId, 2)).rejects.toMatchObject({ reason: 'earlier-attempt' });
    networks.statuses.set(first?.hash ?? '', 'expired');
    await order({ payoutId, attempt: 2, nonce: 'd2' });
    expect(await sign(payoutId, 2)).toBeDefined();
    networks.setExclusion('nonce');
  });

  test('reserves its nonce, so that no other payout can use it', async () => {
    await order({ payoutId, nonce: 'e1' });
    await sign(payoutId);
    await order({ payoutId: `${payoutId}_other`, nonce: 'e1' });
    await expect(sign(`${payoutId}_other`)).rejects.toMatchObject({ reason: 'nonce-taken' });
    await order({ payoutId: `${payoutId}_other`, nonce: 'e2', kind: 'cancellation' });
    await expect(sign(`${payoutId}_other`)).rejects.toMatchObject({ reason: 'nothing-to-sign' });
    expect(networks.signatures()).toBe(used + 1);
  });

  test('can be cancelled with its nonce without a check of the destination', async () => {
    await order({ payoutId, nonce: 'f1' });
    await sign(payoutId);
    await order({ payoutId, attempt: 2, nonce: 'f1', kind: 'cancellation' });
    expect(await sign(payoutId, 2)).toBeDefined();
  });
});

test("the signer's login can read only the columns that it signs (control 25)", async () => {
  const reader = createClient({ connectionString: signer.productUrl });
  await reader.connect();
  try {
    await expect(reader.query('select amount from crypto_transaction limit 1')).resolves.toBeDefined();
    await expect(reader.query('select public_key from passkey limit 1')).resolves.toBeDefined();
    for (const refused of [
      'select * from customer',
      'select customer_id from crypto_transaction',
      'select label from blockchain_address',
      'select name from passkey',
      'select address from deposit_address',
      `delete from payout_order`,
      'delete from payout_assertion',
      `insert into payout_approval values ('ctx_1', 'ann', '', now())`,
      'create table mine (id int)',
    ])
      await expect(reader.query(refused), refused).rejects.toMatchObject({ code: '42501' });
  } finally {
    await reader.end();
  }
});
