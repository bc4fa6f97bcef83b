import type { ActReview, BankAccount, MfaCheck, WalletClient } from '@wusd/api-sdk';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { editBankAccount, saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import { transitionBankAccount, screenBankAccounts } from '../src/domains/destinations/bank-accounts/transitions.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { advance, clientOf, codeFor, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { payees } from '../testing/fiat.ts';

// Bank accounts for fiat withdrawals: each is saved once, screened, and on hold for a day.

const { node, other } = await startTwoNodes();
const { services } = node.server;
let api: WalletClient;
let there: WalletClient;
async function signInAgain(): Promise<void> {
  const tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(signInAgain);
beforeEach(async () => {
  await advance(61, node, other);
  await services.db.deleteFrom('throttle').execute();
  await signInAgain();
});

type Fields = BankAccount['fields'];
let next = 5_000_000;
const singapore = payees['SWIFT SGD'];
const american = payees['ACH USD']();
const german = payees['SEPA EUR']();
const hongKong = payees['FPS HKD']();
const british = payees['FPS GBP']();

async function prove({ intentId = '' }: ActReview): Promise<MfaCheck[]> {
  const earlier = (await node.api.sandbox.mailbox(mei.username)).messages.find(({ code }) => code !== undefined)?.code;
  await api.mfa.sendSmsOtp({ intentId });
  await api.mfa.sendEmailOtp({ intentId });
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(mei.phone);
  return [
    { checkType: 1, code: messages[0]?.code ?? '' },
    { checkType: 2, code: await codeFor(node, mei.username, earlier) },
  ];
}
async function save(fields: Fields, by = api): Promise<BankAccount> {
  const intent = await api.bankAccounts.reviewAdd(fields);
  return by.bankAccounts.add(fields, { intent, mfa: await prove(intent) });
}
async function edit(id: string, fields: Fields): Promise<BankAccount> {
  const intent = await api.bankAccounts.reviewEdit(id, fields);
  return api.bankAccounts.edit(id, fields, { intent, mfa: await prove(intent) });
}
/** Saves a bank account without codes, which these tests do not cover. */
async function put(fields: Fields = singapore()): Promise<string> {
  return transact(services.db, async (trx) => {
    const customer = await findCustomerByEmail(trx, services.vault, mei.username);
    if (!customer) throw new Error('No demo customer');
    return saveBankAccount(trx, services, customer, fields);
  });
}
const settled = (id: string): Promise<BankAccount> =>
  eventually(async () => {
    const found = await api.bankAccounts.get(id);
    return found.status === 'pending add' ? undefined : found;
  });

describe('a bank account', () => {
  test('is saved encrypted, screened, announced by mail and on hold for a day', async () => {
    const fields = { ...singapore(), label: ' Salary ' };
    const saved = await save(fields, there);
    expect(saved).toMatchObject({ fields: { ...fields, label: 'Salary' }, status: 'pending add', isDefault: false });
    const active = await settled(saved.id);
    expect(active).toMatchObject({
      status: 'active',
      payoutsFrom: saved.payoutsFrom,
      hold: { reasonCode: 'new-destination', until: saved.payoutsFrom },
    });
    const row = await services.db
      .selectFrom('bank_account')
      .selectAll()
      .where('id', '=', saved.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(JSON.stringify(row)).includes(fields.accountNumber ?? '')).toBe(false);
    expect(row.fields_sealed.includes(fields.beneficiaryName)).toBe(false);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    const mail = messages.find(({ subject }) => subject === 'A bank account was saved');
    expect(mail?.text).toContain('“Salary”');
    expect(mail?.text).not.toContain(fields.accountNumber);
    expect(messages.some(({ text }) => text.includes(`ends in ${fields.accountNumber?.slice(-4)}`))).toBe(true);
  });

  test.each([american, german, hongKong, british])(
    'by $rail is saved with the fields its bank needs: $label',
    async (fields) => {
      const id = await put(fields);
      expect((await api.bankAccounts.get(id)).fields).toEqual(fields);
    },
  );

  test('is saved once, even if its number is written differently', async () => {
    const fields = singapore();
    await put(fields);
    const again = {
      ...fields,
      accountNumber: `${fields.accountNumber?.slice(0, 3)}-${fields.accountNumber?.slice(3)}`,
    };
    await expect(api.bankAccounts.reviewAdd(again)).rejects.toMatchObject({
      details: { field: '/body/accountNumber', reasonCode: 'already-saved' },
    });
    await expect(api.bankAccounts.reviewAdd(german)).rejects.toMatchObject({
      details: { field: '/body/iban', reasonCode: 'already-saved' },
    });
    const racing = singapore();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => put(racing)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of a sanctioned beneficiary becomes inactive with the reason', async () => {
    const { status, timeline } = await settled(await put({ ...singapore(), beneficiaryName: 'Blocked Trading Ltd' }));
    expect(status).toBe('inactive');
    expect(timeline.at(-1)?.reason).toContain('We do not pay out to it');
  });

  test('keeps its status when its label changes, and is screened again when its number changes', async () => {
    const fields = singapore();
    const { id, payoutsFrom } = await settled(await put(fields));
    const renamed = await edit(id, { ...fields, label: 'Renamed', purposeOfTransfer: 'Savings' });
    expect(renamed).toMatchObject({ status: 'active', payoutsFrom, fields: { label: 'Renamed' } });
    await advance(61, node, other);
    await services.db.deleteFrom('throttle').execute();
    await signInAgain();
    const moved = await edit(id, { ...fields, accountNumber: String((next += 1)) });
    expect(moved.status).toBe('pending add');
    expect(Date.parse(moved.payoutsFrom ?? '')).toBeGreaterThan(Date.parse(payoutsFrom ?? ''));
    await settled(id);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.some(({ subject }) => subject === 'A bank account was changed')).toBe(true);
  });

  test('is screened again if it changes during its screening', async () => {
    const fields = singapore();
    const { id } = await settled(await put(fields));
    const customer = await findCustomerByEmail(services.db, services.vault, mei.username);
    if (!customer) throw new Error('No demo customer');
    const change = (to: Fields) => transact(services.db, (trx) => editBankAccount(trx, services, customer, id, to));
    const screening = services.gateways.screening;
    const { screenParty } = screening;
    // The screening checks a harmless name. The beneficiary changes before the result arrives.
    const asked = vi.spyOn(screening, 'screenParty').mockImplementationOnce(async (party) => {
      await screenBankAccounts(other.server.services);
      await change({ ...fields, accountNumber: String((next += 1)), beneficiaryName: 'Blocked Trading Ltd' });
      return screenParty(party);
    });
    await change({ ...fields, accountNumber: String((next += 1)) });
    await screenBankAccounts(services);
    await eventually(async () => (asked.mock.settledResults[0] ? true : undefined));
    expect((await settled(id)).status).toBe('inactive');
    asked.mockRestore();
  });

  test('can be changed only while it is active', async () => {
    const fields = singapore();
    const { id } = await settled(await put(fields));
    await transitionBankAccount(services, id, { to: 'disabled', actor: 'Operations' });
    await expect(api.bankAccounts.reviewEdit(id, { ...fields, label: 'Other' })).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    await transitionBankAccount(services, id, { to: 'active', actor: 'Operations' });
    const another = await settled(await put());
    await expect(
      api.bankAccounts.reviewEdit(id, { ...fields, accountNumber: another.fields.accountNumber ?? '' }),
    ).rejects.toMatchObject({ details: { reasonCode: 'already-saved' } });
  });

  test('is the only default, even if requests set several at once', async () => {
    const ids = await Promise.all([put(), put(), put()]);
    for (const id of ids) await settled(id);
    await Promise.all(ids.map((id, index) => (index % 2 === 0 ? api : there).bankAccounts.setDefault(id)));
    const all = await api.bankAccounts.list();
    expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(all[0]?.isDefault).toBe(true);
    await api.bankAccounts.setDefault(ids[0] ?? '');
    expect((await api.bankAccounts.list())[0]?.id).toBe(ids[0]);
    await transitionBankAccount(services, ids[1] ?? '', { to: 'disabled', actor: 'Operations' });
    await expect(api.bankAccounts.setDefault(ids[1] ?? '')).rejects.toMatchObject({
      errorName: 'DESTINATION_NOT_ACTIVE',
    });
  });

  test('is found by search, deleted only by its customer, and can be saved again', async () => {
    const fields = { ...singapore(), label: 'Findable' };
    const { id } = await settled(await put(fields));
    await api.bankAccounts.setDefault(id);
    const found = await api.bankAccounts.search({ filter: { text: 'findable', currency: 'SGD', status: 'active' } });
    expect(found.items.map((each) => each.id)).toEqual([id]);
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    for (const call of [
      somchai.bankAccounts.get(id).safe(),
      somchai.bankAccounts.delete(id).safe(),
      somchai.bankAccounts.setDefault(id).safe(),
      somchai.bankAccounts.reviewEdit(id, fields).safe(),
    ])
      expect(await call).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
    expect(await api.bankAccounts.delete(id)).toMatchObject({ status: 'pending delete', isDefault: false });
    await Promise.all([node, other].map(({ server }) => screenBankAccounts(server.services)));
    expect(await api.bankAccounts.get(id).safe()).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
    expect(await put(fields)).not.toBe(id);
  });

  test('is re-encrypted completely under a new key', async () => {
    const id = await put();
    await operatorOf(services)('rotate-key');
    await advance(180, node, other);
    await Promise.all([node, other].map(({ server }) => server.services.keyring.refresh()));
    await operatorOf(services)('reencrypt');
    const { fields_sealed: sealed } = await services.db
      .selectFrom('bank_account')
      .select('fields_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(services.vault.keyOf(sealed)).toBe(services.vault.currentKey());
  });
});
