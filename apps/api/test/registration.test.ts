import { randomUUID } from 'node:crypto';
import type { operations } from '@wusd/api-sdk/operations';
import { describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '../src/domains/operations/retention.ts';
import { advance, arun, delivered, login, mei, send, startTwoNodes } from '../testing/harness.ts';
import { createRegistrations, password, phone } from '../testing/registrations.ts';

const { node, other } = await startTwoNodes({ publicUrl: 'https://wallet.example' });
const { captcha, registration, registered, keyFor, opened, codeFor, activated, rowOf } = createRegistrations(
  node,
  other,
);

type Body = operations['register']['requestBody']['content']['application/json'];
const corporate: Body['corporate'] = {
  corporateName: 'Battery Road Trading Pte Ltd',
  authorisedPerson: 'Arun Rao',
  placeOfIncorporation: 'SG',
  dateOfIncorporation: '2019-04-01',
  registeredAddress: '9 Battery Road, Singapore',
  businessType: 'partnership',
};

const mailsTo = async (email: string) => {
  await delivered(node);
  return (await node.api.sandbox.mailbox(email)).messages;
};

describe('opening an account', () => {
  test.each([
    ['an individual', {}, true],
    ['a corporate account', { accountType: 'corporate', corporate } as const, false],
  ])('%s registers, activates and signs in, across nodes', async (_who, changes, onboarded) => {
    const { email, accountKey } = await registered(changes);
    expect(await rowOf(email)).toBeUndefined();
    await activated(accountKey);
    expect((await login(node, { username: email, password })).status).toBe(200);

    expect(await rowOf(email)).toMatchObject({ status: 'active', identity_status: 'pending verification', onboarded });
    const { db } = node.server.services;
    const id = (await rowOf(email))?.id ?? '';
    const acts = await db.selectFrom('audit_log').select('act').where('customer_id', '=', id).orderBy('id').execute();
    expect(acts.map(({ act }) => act)).toEqual(['registered', 'activated']);
    const moves = await db
      .selectFrom('state_log')
      .select(['from_status', 'to_status'])
      .where('customer_id', '=', id)
      .orderBy('version')
      .execute();
    expect(moves.filter(({ to_status: to }) => to !== 'pending verification')).toEqual([
      { from_status: null, to_status: 'pending activation' },
      { from_status: 'pending activation', to_status: 'active' },
    ]);
    expect((await mailsTo(email))[0]?.subject).toBe('Your WUSD Wallet account is active');
  });

  test('both mails to a company list the documents and where to send them', async () => {
    const { email, accountKey } = await registered({ accountType: 'corporate', corporate });
    await activated(accountKey);
    const texts = (await mailsTo(email)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) {
      expect(text).toContain('Send them to support@');
      expect(text).toContain('• Partnership agreement, with all partners');
      expect(text).not.toContain('Licence from your regulator');
    }
    const individual = await registered();
    expect((await mailsTo(individual.email))[0]?.text).not.toContain('documents');
  });

  test('the link leads to the web app and is the only link in the mail', async () => {
    const { email } = await registered();
    const [mail] = await mailsTo(email);
    expect(mail?.text.match(/https?:\/\/[^?\s]+/g)).toEqual(['https://wallet.example/account-activation']);
    expect(mail?.text).toMatch(/accountKey=wak_\S{43}\n/);
    expect(mail?.code).toBeUndefined();
  });

  test('personal data is stored encrypted before and after the activation (control 24)', async () => {
    const { email, accountKey } = await registered();
    const { db, vault } = node.server.services;
    const before = JSON.stringify(await db.selectFrom('registration').selectAll().execute());
    for (const secret of [arun.idNumber, email, accountKey]) expect(before).not.toContain(secret);
    await activated(accountKey);
    const row = await rowOf(email);
    expect(JSON.stringify(row)).not.toContain(arun.idNumber);
    expect(JSON.parse(vault.open(row?.personal_sealed ?? Buffer.alloc(0), `customer:${row?.id}`))).toMatchObject({
      identity: arun,
      phone,
    });
  });

  test('a known address gets no link, its owner is notified, and the registration cannot be activated', async () => {
    const known = await registration({ email: mei.username.toUpperCase() });
    expect(await node.api.registration.register(known)).toBeNull();
    await delivered(node);
    // The sandbox mailbox is found by the address as stored or as typed here.
    const boxes = await Promise.all([mei.username, known.email].map((each) => node.api.sandbox.mailbox(each)));
    const newest = boxes.flatMap(({ messages }) => messages)[0];
    expect(newest).toMatchObject({ subject: 'You already have a WUSD Wallet account' });
    await node.api.registration.resendActivation(mei.username);
    const texts = (await mailsTo(mei.username)).map(({ text }) => text).join();
    expect(texts).not.toContain('accountKey');
    expect((await login(node, mei)).status).toBe(200);
  });

  test.each<[string, Partial<Body>, string]>([
    ['a corporate account without its company', { accountType: 'corporate' }, '/body/corporate'],
    ['an individual with a company', { corporate }, '/body/corporate'],
    ['a country that is none', { identity: { ...arun, nationality: 'ZZ' } }, '/body/identity/nationality'],
    ['a name of spaces', { identity: { ...arun, fullName: '  ' } }, '/body/identity/fullName'],
    ['a name with a tag', { identity: { ...arun, fullName: '<b>Arun</b>' } }, '/body/identity/fullName'],
    [
      'a company of tomorrow',
      { accountType: 'corporate', corporate: { ...corporate, dateOfIncorporation: '2199-01-01' } },
      '/body/corporate/dateOfIncorporation',
    ],
    ['a number without its country', { phoneNumber: '91234567' }, '/body/phoneNumber'],
    ['a hash that is none', { browserKeyHash: 'x' }, '/body/browserKeyHash'],
  ])('refuses %s by its field', async (_what, changes, field) => {
    await expect(node.api.registration.register(await registration(changes))).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field },
    });
  });

  test('a weak password is refused before anything is sent (control 1)', async () => {
    await expect(node.api.registration.register(await registration({}, 'Password123456!'))).rejects.toMatchObject({
      errorName: 'PASSWORD_TOO_WEAK',
      details: { reasonCode: 'easy-to-guess' },
    });
  });
});

describe('an account that is not activated', () => {
  test('is disclosed only with its password, which neither adds nor clears failed tries', async () => {
    const { email } = await registered();
    const pending = { status: 403, header: { errCode: '10005' } };
    const attempt = async (secret: string) => login(node, { username: email, password: secret });
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await attempt('Wrong-Ships-2026!')).header.errCode).toBe('10001');
      if (tries < 4) expect(await attempt(password)).toMatchObject(pending);
    }
    // Five wrong passwords have paused this device, despite the tries between them.
    expect((await attempt(password)).header.errCode).toBe('10001');
    await advance(24 * 60 * 60, node, other);
    expect((await attempt(password)).header.errCode).toBe('10001');
  });

  test('a registration of the same address by a stranger changes nothing for its owner', async () => {
    const mine = await registered();
    await node.api.registration.register(await registration({ email: mine.email }, 'Other-Ships-2026!'));
    const theirs = await keyFor(mine.email);
    expect(theirs).not.toBe(mine.accountKey);
    await activated(mine.accountKey);
    expect((await login(node, { username: mine.email, password })).status).toBe(200);
    await expect(node.api.registration.getActivationInfo(theirs, {}, { captcha })).rejects.toMatchObject({
      errorName: 'INVALID_ACCOUNT',
    });
    // The stranger does not learn that the owner has activated.
    expect(await login(node, { username: mine.email, password: 'Other-Ships-2026!' })).toMatchObject({
      header: { errCode: '10005' },
    });
  });
});

describe('the activation link', () => {
  test('gives the same answer when opened repeatedly, also by scripts, and stays valid (control 44)', async () => {
    const { email, accountKey } = await registered();
    const scans = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        (index % 2 ? node : other).api.registration.getActivationInfo(accountKey, {}, { captcha }),
      ),
    );
    const first = await opened(accountKey);
    expect(new Set(scans.map(({ challenge }) => challenge.challengeId))).toEqual(new Set([first.challengeId]));
    const code = await codeFor(first.challengeId);
    // A scan after the code was sent does not replace the code.
    const later = await node.api.registration.getActivationInfo(accountKey, {}, { captcha });
    expect(later.challenge.challengeId).toBe(first.challengeId);
    expect(Date.parse(later.sentCode?.expiresAt ?? '')).toBeGreaterThan(Date.parse(later.sentCode?.resendAt ?? ''));
    const proof = { challengeId: first.challengeId, mfa: [{ checkType: 1 as const, code }], captcha };
    expect(await other.api.registration.activate(proof)).toBeNull();
    expect(await rowOf(email)).toMatchObject({ status: 'active' });
  });

  test('accepts a corrected phone number, which the account gets, and is then used up', async () => {
    const { email, accountKey } = await registered();
    const own = await opened(accountKey);
    const corrected = await opened(accountKey, '+6587654321');
    expect(corrected.challengeId).not.toBe(own.challengeId);
    await activated(accountKey, '+6587654321');
    const { vault } = node.server.services;
    const row = await rowOf(email);
    expect(JSON.parse(vault.open(row?.personal_sealed ?? Buffer.alloc(0), `customer:${row?.id}`))).toMatchObject({
      phone: '+6587654321',
    });
    await expect(node.api.registration.getActivationInfo(accountKey, {}, { captcha })).rejects.toMatchObject({
      errorName: 'INVALID_ACCOUNT',
    });
  });

  test('with an unknown key is an invalid account; an expired one is recognised for 90 days, its data is deleted after one', async () => {
    const { db } = node.server.services;
    const opening = (key: string) => node.api.registration.getActivationInfo(key, {}, { captcha });
    await expect(opening('wak_none')).rejects.toMatchObject({ errorName: 'INVALID_ACCOUNT' });
    const { email, accountKey } = await registered();
    await advance(24 * 60 * 60, node, other);
    await expect(opening(accountKey)).rejects.toMatchObject({ errorName: 'ACTIVATION_LINK_EXPIRED' });
    // The same link works again after it is sent again.
    await node.api.registration.resendActivation(email);
    expect(await keyFor(email)).toBe(accountKey);
    await opened(accountKey);
    await advance(49 * 60 * 60, node, other);
    await deleteExpiredRows(node.server.services);
    await expect(opening(accountKey)).rejects.toMatchObject({ errorName: 'ACTIVATION_LINK_EXPIRED' });
    const kept = await db.selectFrom('registration').selectAll().execute();
    expect(kept.map((row) => [row.registrant_sealed, row.password_hash])).toContainEqual([null, null]);
    await advance(90 * 24 * 60 * 60, node, other);
    await deleteExpiredRows(node.server.services);
    await expect(opening(accountKey)).rejects.toMatchObject({ errorName: 'INVALID_ACCOUNT' });
  });

  test('can be sent again until the registration is a week old', async () => {
    const { email, accountKey } = await registered();
    for (let days = 0; days < 7; days += 1) {
      await advance(23 * 60 * 60, node, other);
      await node.api.registration.resendActivation(email);
    }
    await opened(accountKey);
    await advance(8 * 60 * 60, node, other);
    await expect(node.api.registration.getActivationInfo(accountKey, {}, { captcha })).rejects.toMatchObject({
      errorName: 'ACTIVATION_LINK_EXPIRED',
    });
  });

  test('is sent again at most once a minute, with the same answer for an address without a registration', async () => {
    const stranger = `nobody.${randomUUID()}@example.com`;
    expect(await node.api.registration.resendActivation(stranger)).toBeNull();
    await expect(node.api.registration.resendActivation(stranger)).rejects.toMatchObject({
      errorName: 'TOO_MANY_REQUESTS',
    });
    expect(await mailsTo(stranger)).toEqual([]);
  });

  test('needs a captcha with its own action, each valid once', async () => {
    const { accountKey } = await registered();
    const ask = (token: string) =>
      send(node, 'POST', `/user/to-be-activate-account-info?accountKey=${accountKey}&recaptchaToken=${token}`, {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    const refused = { status: 422, header: { errCode: '14001' } };
    expect(await ask('')).toMatchObject(refused);
    expect(await ask('simulated:swap:x')).toMatchObject(refused);
    expect(await ask('simulated:activation:x')).toMatchObject({ status: 200 });
    expect(await ask('simulated:activation:x')).toMatchObject(refused);
  });
});
