import { randomUUID } from 'node:crypto';
import type { operations } from '@wusd/api-sdk/operations';
import { describe, expect, test } from 'vitest';
import { advance, arun, codeFor, delivered, login, mei, seal, send, startTwoNodes } from '../testing/harness.ts';

const { node, other } = await startTwoNodes({ publicUrl: 'https://wallet.example' });

type Body = operations['register']['requestBody']['content']['application/json'];
const password = 'Tall-Ships-2026!';
const phone = '+6591234567';
const corporate: Body['corporate'] = {
  corporateName: 'Battery Road Trading Pte Ltd',
  authorisedPerson: 'Arun Rao',
  placeOfIncorporation: 'SG',
  dateOfIncorporation: '2019-04-01',
  registeredAddress: '9 Battery Road, Singapore',
  businessType: 'partnership',
};
const captcha = async (): Promise<string> => `simulated:activation:${randomUUID()}`;
const newEmail = (): string => `arun.${randomUUID()}@example.com`;
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

async function registration(changes: Partial<Body> = {}, secret = password): Promise<Body> {
  const payload = await seal(await node.api.config.get(), { password: secret });
  return { accountType: 'individual', email: newEmail(), payload, phoneNumber: phone, identity: arun, ...changes };
}

/** A challenge whose code was sent. */
async function begun(body: Body): Promise<{ challengeId: string; code: string | undefined }> {
  const { challengeId } = await node.api.registration.begin(body);
  await node.api.mfa.sendEmailOtp({ challengeId });
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(body.email);
  return { challengeId, code: messages[0]?.code };
}

async function registered(changes: Partial<Body> = {}): Promise<{ email: string; accountKey: string }> {
  const body = await registration(changes);
  const { challengeId, code = '' } = await begun(body);
  expect(await other.api.registration.register(body, { challengeId, mfa: [{ checkType: 2, code }] })).toBeNull();
  return { email: body.email, accountKey: await keyFor(body.email) };
}

async function keyFor(email: string): Promise<string> {
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(email);
  return /accountKey=(\S+)/.exec(messages[0]?.text ?? '')?.[1] ?? '';
}

async function activated(accountKey: string, number?: string): Promise<void> {
  const corrected = number === undefined ? {} : { phoneNumber: number };
  const { challenge } = await node.api.registration.getActivationInfo(accountKey, corrected, { captcha });
  const { challengeId } = challenge;
  await advance(61, node, other);
  await other.api.mfa.sendSmsOtp({ challengeId });
  await delivered(node);
  const code = await codeFor(node, number ?? phone);
  await other.api.registration.activate({ challengeId, mfa: [{ checkType: 1, code }], captcha });
}

const rowOf = (email: string) =>
  node.server.services.db
    .selectFrom('customer_email')
    .innerJoin('customer', 'customer.id', 'customer_email.customer_id')
    .selectAll('customer')
    .where('email_index', '=', node.server.services.vault.blindIndex(email.toLowerCase(), 'email'))
    .executeTakeFirst();

describe('opening an account', () => {
  test.each([
    ['an individual', {}, true],
    ['a corporate account', { accountType: 'corporate', corporate } as const, false],
  ])('%s registers, activates and logs in, on whichever node', async (_who, changes, onboarded) => {
    const { email, accountKey } = await registered(changes);
    // Before it is active a right password tells its owner so much, and opens nothing.
    expect((await login(node, { username: email, password })).status).not.toBe(200);
    await activated(accountKey);
    expect((await login(node, { username: email, password })).status).toBe(200);

    expect(await rowOf(email)).toMatchObject({ status: 'active', identity_status: 'pending verification', onboarded });
    const acts = await node.server.services.db
      .selectFrom('audit_log')
      .select('act')
      .where('customer_id', '=', (await rowOf(email))?.id ?? '')
      .orderBy('id')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual(['registered', 'activated']);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(email);
    expect(messages[0]?.subject).toBe('Your WUSD Wallet account is active');
  });

  test('the link leads to where customers open the app, and is the only one in any mail', async () => {
    const { email } = await registered();
    const { messages } = await node.api.sandbox.mailbox(email);
    expect(messages.map(({ text }) => text.match(/https?:\/\/[^?\s]+/g)).filter(Boolean)).toEqual([
      [expect.stringMatching(/^http/)],
    ]);
    await advance(61, node, other);
    await node.api.registration.resendActivation(email);
    await delivered(node);
    const again = await node.api.sandbox.mailbox(email);
    expect(again.messages[0]?.text).toMatch(/https:\/\/wallet\.example\/account-activation\?accountKey=wak_\S{43} /);
  });

  test('what was written of a person is kept sealed', async () => {
    const { email } = await registered();
    const row = await rowOf(email);
    const { vault } = node.server.services;
    expect(JSON.stringify(row)).not.toContain(arun.idNumber);
    expect(row?.personal_sealed.includes(arun.idNumber)).toBe(false);
    expect(JSON.parse(vault.open(row?.personal_sealed ?? Buffer.alloc(0), `customer:${row?.id}`))).toMatchObject({
      identity: arun,
      phone,
    });
  });

  test('a known address is answered alike, gets no code, and its owner is told', async () => {
    const known = await registration({ email: mei.username.toUpperCase() });
    const first = await node.api.registration.begin(known);
    const unknown = await node.api.registration.begin(await registration());
    expect(Object.keys(first)).toEqual(Object.keys(unknown));
    expect(first.checkGroups[0]?.anyOf[0]?.checkType).toBe(2);
    const sent = await node.api.mfa.sendEmailOtp({ challengeId: first.challengeId });
    expect(Object.keys(sent)).toEqual(
      Object.keys(await node.api.mfa.sendEmailOtp({ challengeId: unknown.challengeId })),
    );
    await delivered(node);
    // The sandbox knows the address as its owner wrote it or as it was typed here.
    const boxes = await Promise.all([mei.username, known.email].map((each) => node.api.sandbox.mailbox(each)));
    const newest = boxes.flatMap(({ messages }) => messages)[0];
    expect(newest).toMatchObject({ subject: 'You already have a WUSD Wallet account' });
    expect(newest?.code).toBeUndefined();
  });

  test('a code counts for the address it was sent to alone', async () => {
    const body = await registration();
    const { challengeId, code = '' } = await begun(body);
    await expect(
      node.api.registration.register({ ...body, email: newEmail() }, { challengeId, mfa: [{ checkType: 2, code }] }),
    ).rejects.toMatchObject({ errorName: 'CHALLENGE_INVALID' });
    const checks: [{ checkType: 2; code: string }] = [{ checkType: 2, code }];
    expect(await node.api.registration.register(body, { challengeId, mfa: checks })).toBeNull();
    await expect(node.api.registration.register(body, { challengeId, mfa: checks })).rejects.toMatchObject({
      errorName: 'CHALLENGE_INVALID',
    });
  });

  test('a wrong code says how many tries remain; the fifth locks', async () => {
    const body = await registration();
    const { challengeId, code = '' } = await begun(body);
    const names: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const answer = await node.api.registration
        .register(body, { challengeId, mfa: [{ checkType: 2, code: attempt === 5 ? code : wrong(code) }] })
        .safe();
      names.push(answer.ok || !('errorName' in answer.error) ? 'none' : answer.error.errorName);
    }
    expect(names).toEqual([...Array.from({ length: 4 }, () => 'CODE_INCORRECT'), 'CODE_LOCKED', 'CODE_LOCKED']);
  });

  test('of two that prove one address at once, one has it', async () => {
    const body = await registration();
    const [first, second] = [await begun(body), await begun({ ...body })];
    const outcomes = await Promise.allSettled([
      node.api.registration.register(body, {
        challengeId: first.challengeId,
        mfa: [{ checkType: 2, code: first.code ?? '' }],
      }),
      other.api.registration.register(body, {
        challengeId: second.challengeId,
        mfa: [{ checkType: 2, code: second.code ?? '' }],
      }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const reasons = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toMatchObject([{ errorName: 'CHALLENGE_INVALID' }]);
  });

  test.each<[string, Partial<Body>, string]>([
    ['a corporate account without its company', { accountType: 'corporate' }, '/body/corporate'],
    ['an individual with a company', { corporate }, '/body/corporate'],
    ['a country that is none', { identity: { ...arun, nationality: 'ZZ' } }, '/body/identity/nationality'],
    ['a name of spaces', { identity: { ...arun, fullName: '  ' } }, '/body/identity/fullName'],
    [
      'a company of tomorrow',
      { accountType: 'corporate', corporate: { ...corporate, dateOfIncorporation: '2199-01-01' } },
      '/body/corporate/dateOfIncorporation',
    ],
    ['a number without its country', { phoneNumber: '91234567' }, '/body/phoneNumber'],
  ])('refuses %s, and says which field it is', async (_what, changes, field) => {
    await expect(node.api.registration.begin(await registration(changes))).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field },
    });
  });

  test('a weak password is refused before anything is sent (control 1)', async () => {
    await expect(node.api.registration.begin(await registration({}, 'Password123456!'))).rejects.toMatchObject({
      errorName: 'PASSWORD_TOO_WEAK',
      details: { reasonCode: 'easy-to-guess' },
    });
  });
});

describe('activation', () => {
  test('may correct the number, which is the one that is bound', async () => {
    const { email, accountKey } = await registered();
    await activated(accountKey, '+6587654321');
    const { vault } = node.server.services;
    const row = await rowOf(email);
    expect(JSON.parse(vault.open(row?.personal_sealed ?? Buffer.alloc(0), `customer:${row?.id}`))).toMatchObject({
      phone: '+6587654321',
    });
    // The link has served.
    await expect(node.api.registration.getActivationInfo(accountKey, {}, { captcha })).rejects.toMatchObject({
      errorName: 'INVALID_ACCOUNT',
    });
  });

  test('an unknown key is an invalid account; an old link says that it is over, and a new one takes its place', async () => {
    await expect(node.api.registration.getActivationInfo('wak_none', {}, { captcha })).rejects.toMatchObject({
      errorName: 'INVALID_ACCOUNT',
    });
    const { email, accountKey } = await registered();
    await advance(24 * 60 * 60, node, other);
    await expect(node.api.registration.getActivationInfo(accountKey, {}, { captcha })).rejects.toMatchObject({
      errorName: 'ACTIVATION_LINK_EXPIRED',
    });
    await node.api.registration.resendActivation(email);
    const newer = await keyFor(email);
    expect(newer).not.toBe(accountKey);
    await activated(newer);
  });

  test('a link is sent again at most each minute, and alike to an address that waits for none', async () => {
    const stranger = newEmail();
    expect(await node.api.registration.resendActivation(stranger)).toBeNull();
    await expect(node.api.registration.resendActivation(stranger)).rejects.toMatchObject({
      errorName: 'TOO_MANY_REQUESTS',
    });
    await delivered(node);
    expect((await node.api.sandbox.mailbox(stranger)).messages).toEqual([]);
    await advance(61, node, other);
    expect(await node.api.registration.resendActivation(mei.username)).toBeNull();
  });

  test('needs a captcha of its own action, each one once', async () => {
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

  test('a challenge of another scene opens nothing', async () => {
    const { challengeId } = await node.api.password.beginForgotten(mei.username);
    await expect(
      node.api.registration.activate({ challengeId, mfa: [{ checkType: 1, code: '123456' }], captcha }),
    ).rejects.toMatchObject({ errorName: 'CHALLENGE_INVALID' });
  });
});
