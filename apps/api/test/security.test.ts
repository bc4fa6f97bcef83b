import { randomUUID } from 'node:crypto';
import type { ActReview, MfaCheck, WalletClient } from '@wusd/api-sdk';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  advance,
  bearer,
  clientOf,
  delivered,
  json,
  login,
  mei,
  seal,
  send,
  signIn,
  token,
  startTwoNodes,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// What customers do to how their account is secured.

const { node, other } = await startTwoNodes();
beforeEach(() => advance(61, node, other));

const password = mei.password;
const somchai = { username: 'somchai@demo.example', password, phone: '+66812345678' };
const harbour = { username: 'harbour@demo.example', password, phone: '+85261234567' };
const newPassword = 'Tall-Ships-2026!';
const sealed = async (value: unknown): Promise<string> => seal(await node.api.config.get(), value);
const newest = async (recipient: string) => {
  await delivered(node);
  return (await node.api.sandbox.mailbox(recipient)).messages[0];
};

/** Right checks for what was reviewed, by codes where they go. */
async function prove(
  api: WalletClient,
  { intentId = '', checkGroups }: ActReview,
  to: Partial<Record<1 | 2, string>>,
  authenticator?: () => string,
): Promise<MfaCheck[]> {
  const checks: MfaCheck[] = [];
  for (const { anyOf } of checkGroups) {
    const checkType = anyOf[0]?.checkType ?? 2;
    if (checkType === 3) checks.push({ checkType, code: authenticator?.() ?? '' });
    else {
      await (checkType === 1 ? api.mfa.sendSmsOtp({ intentId }) : api.mfa.sendEmailOtp({ intentId }));
      checks.push({ checkType, code: (await newest(to[checkType] ?? ''))?.code ?? '' });
    }
  }
  return checks;
}
const cooldownOf = async (api: WalletClient) => (await api.user.getProfile()).cooldownEndsAt;
const freezeCodeIn = (text = ''): string => /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '';
const operator = operatorOf(node.server.services);

describe('a password', () => {
  test('is changed by the old one and two codes: all sessions end, a day of cooldown begins, the owner is told (control 11)', async () => {
    const tokens = await signIn(node, mei);
    const api = clientOf(node, tokens);
    const captcha = async () => `simulated:test_password:${randomUUID()}`;
    await expect(api.password.test(await sealed({ password: 'wrong' }), { captcha })).rejects.toMatchObject({
      errorName: 'PASSWORD_INCORRECT',
    });
    expect(await api.password.test(await sealed({ password }), { captcha })).toBeNull();

    await expect(
      api.password.reviewChange(await sealed({ oldPassword: 'wrong', password: newPassword })),
    ).rejects.toMatchObject({ errorName: 'PASSWORD_INCORRECT' });
    await expect(
      api.password.reviewChange(await sealed({ oldPassword: password, password: 'short' })),
    ).rejects.toMatchObject({ errorName: 'PASSWORD_TOO_WEAK' });
    await expect(api.password.reviewChange(await sealed({ oldPassword: password, password }))).rejects.toMatchObject({
      errorName: 'PASSWORD_TOO_WEAK',
      details: { reasonCode: 'unchanged' },
    });

    const payload = await sealed({ oldPassword: password, password: newPassword });
    const intent = await api.password.reviewChange(payload);
    const mfa = await prove(api, intent, { 1: mei.phone, 2: mei.username });
    expect(await api.password.change(payload, { intent, mfa })).toBeNull();
    expect((await send(other, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
    expect(await newest(mei.username)).toMatchObject({ subject: 'Your WUSD Wallet password was changed' });
    expect((await login(node, mei)).status).toBe(401);
    const again = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    expect(Date.parse((await cooldownOf(again)) ?? '')).toBeGreaterThan(again.serverTime().getTime());

    const log = await again.security.listSecurityLog();
    expect(log.slice(0, 2)).toMatchObject([
      { act: 'wrong password', actor: 'system', count: 3, location: '127.0.0.…' },
      { act: 'password changed', actor: 'customer', location: '127.0.0.…' },
    ]);
    const signIns = await again.security.listSessions();
    expect(signIns[0]).toMatchObject({ isCurrent: true });
    expect(signIns[0]?.endedAt).toBeUndefined();
    expect(signIns[1]).toMatchObject({ isCurrent: false, endReason: 'password changed' });
    await advance(24 * 60 * 60, node, other);
    const later = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    expect(Date.parse((await cooldownOf(later)) ?? '')).toBeLessThan(later.serverTime().getTime());
  });
});

describe('an authenticator', () => {
  test('is proved, bound with recovery codes, used, and removed (controls 7, 11)', async () => {
    const api = clientOf(node, await signIn(node, somchai));
    await expect(api.mfa.reviewAuthenticatorRemoval()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    await expect(api.mfa.reviewAuthenticatorBinding('123456')).rejects.toMatchObject({ errorName: 'CODE_EXPIRED' });
    const outdated = await api.mfa.setupAuthenticator();
    const { secret, otpauthUri } = await api.mfa.setupAuthenticator();
    expect(otpauthUri).toContain('somchai%40demo.example');
    const totp = new TOTP({ secret });
    await expect(
      api.mfa.reviewAuthenticatorBinding(new TOTP({ secret: outdated.secret }).generate()),
    ).rejects.toMatchObject({ errorName: 'CODE_INCORRECT', details: { remainingTries: 4 } });

    const code = totp.generate();
    const intent = await api.mfa.reviewAuthenticatorBinding(code);
    const to = { 1: somchai.phone, 2: somchai.username } as const;
    const { recoveryCodes } = await api.mfa.bindAuthenticator(code, { intent, mfa: await prove(api, intent, to) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await api.user.getProfile()).factors).toEqual([1, 2, 3]);
    // The first one starts no cooldown.
    expect(await cooldownOf(api)).toBeUndefined();
    expect(await newest(somchai.username)).toMatchObject({ subject: 'เพิ่มแอปยืนยันตัวตนแล้ว' });
    await expect(api.mfa.setupAuthenticator()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });

    // The code that proved it is spent; a recovery code counts once, however it is written.
    const { challengeId } = (await login(node, somchai)).result;
    expect((await token(node, somchai, challengeId, { checkType: 3, code })).header.errCode).toBe('11001');
    const payload = await sealed({ username: somchai.username, password });
    const byRecovery = async (recoveryCode: string) => {
      const challenge = (await login(node, somchai)).result.challengeId;
      const mfa = { sceneType: 3, challengeId: challenge, checks: [{ checkType: 3, recoveryCode }] };
      const body = new FormData();
      for (const [name, value] of Object.entries({
        grant_type: 'password',
        client_id: 'wusd-web',
        payload,
        device: 'test-device',
      }))
        body.set(name, value);
      return send<{ access_token: string }>(node, 'POST', '/auth/oauth2/token', {
        body,
        headers: { 'x-mfa': Buffer.from(JSON.stringify(mfa)).toString('base64url') },
      });
    };
    const recovered = await byRecovery((recoveryCodes[0] ?? '').toLowerCase().replace('-', ' '));
    expect(recovered.status).toBe(200);
    expect((await byRecovery(recoveryCodes[0] ?? '')).header.errCode).toBe('11001');

    await advance(61, node, other);
    const mine = clientOf(other, await signIn(other, somchai));
    const renewal = await mine.mfa.reviewRecoveryCodes();
    const fresh = await mine.mfa.renewRecoveryCodes({ intent: renewal, mfa: await prove(mine, renewal, to) });
    expect(fresh.recoveryCodes).not.toEqual(recoveryCodes);
    expect((await byRecovery(recoveryCodes[1] ?? '')).header.errCode).toBe('11001');

    await advance(61, node, other);
    const last = clientOf(node, await signIn(node, somchai));
    const removal = await last.mfa.reviewAuthenticatorRemoval();
    expect(await last.mfa.unbindAuthenticator({ intent: removal, mfa: await prove(last, removal, to) })).toBeNull();
    expect(await cooldownOf(last)).toBeDefined();
    expect((await last.user.getProfile()).factors).toEqual([1, 2]);
  });
});

describe('a phone and an address', () => {
  test('are changed by the old factors first and a code to the new one; the old one is told (controls 9, 10, 11)', async () => {
    const api = clientOf(node, await signIn(node, harbour));
    const phoneNumber = '+85298765432';
    await expect(api.contact.reviewPhoneChange({ phoneNumber })).rejects.toMatchObject({
      errorName: 'PRECHECK_INVALID',
    });
    const old = await api.contact.reviewPhoneProof();
    const proof = await api.contact.provePhone({
      intent: old,
      mfa: await prove(api, old, { 1: harbour.phone, 2: harbour.username }),
    });
    const body = { phoneNumber, precheckId: proof.precheckId };
    await expect(api.contact.reviewPhoneChange({ ...body, phoneNumber: '+85212' })).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
    });
    const change = await api.contact.reviewPhoneChange(body);
    expect(change.checkGroups).toEqual([{ anyOf: [{ checkType: 1, masked: '•••• 5432' }] }]);
    expect(
      await api.contact.changePhone(body, { intent: change, mfa: await prove(api, change, { 1: phoneNumber }) }),
    ).toBeNull();
    expect((await api.user.getProfile()).phoneNumber).toBe(phoneNumber);
    expect((await newest(harbour.phone))?.text).toContain('您账户的手机号已更改');
    expect((await newest(harbour.username))?.text).toContain('5432');
    await expect(api.contact.reviewPhoneChange(body)).rejects.toMatchObject({ errorName: 'PRECHECK_INVALID' });

    await advance(61, node, other);
    const oldEmail = await api.contact.reviewEmailProof();
    const { precheckId } = await api.contact.proveEmail({
      intent: oldEmail,
      mfa: await prove(api, oldEmail, { 1: phoneNumber, 2: harbour.username }),
    });
    // A proof for one change is none for the other.
    await expect(api.contact.reviewPhoneChange({ phoneNumber, precheckId })).rejects.toMatchObject({
      errorName: 'PRECHECK_INVALID',
    });
    // An address that is taken is told to its owner, and answers alike.
    const taken = { email: somchai.username, precheckId };
    const refused = await api.contact.reviewEmailChange(taken);
    await api.mfa.sendEmailOtp({ intentId: refused.intentId ?? '' });
    const told = await newest(somchai.username);
    expect(told?.code).toBeUndefined();
    expect(told?.subject).toBe('คุณมีบัญชี WUSD Wallet อยู่แล้ว');

    const email = 'treasury@harbour.example';
    const emailChange = await api.contact.reviewEmailChange({ email, precheckId });
    const mfa = await prove(api, emailChange, { 2: email });
    expect(await api.contact.changeEmail({ email, precheckId }, { intent: emailChange, mfa })).toBeNull();
    expect((await newest(harbour.username))?.subject).toBe('您的邮箱已更改');
    expect((await api.user.getAuthUser()).email).toBe(email);
    expect((await login(node, { ...harbour, username: email })).status).toBe(200);
    expect((await login(node, harbour)).status).toBe(401);
  });
});

test('a lost phone is taken from the account with a record of who and why, and another one is bound (control 10)', async () => {
  const somewhere = { username: 'treasury@harbour.example', password };
  const command = (why?: string) =>
    operatorOf(node.server.services)('remove-phone', somewhere.username, ...(why === undefined ? [] : ['--why', why]));
  await expect(command()).rejects.toThrow('--why');
  expect(await command('Called back')).toBe('treasury@harbour.example: phone removed');
  await expect(command('Called back')).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  const api = clientOf(node, await signIn(node, somewhere));
  const { userId, factors } = await api.user.getProfile();
  expect(factors).toEqual([2]);
  const entry = await node.server.services.db
    .selectFrom('audit_log')
    .select(['act', 'actor', 'details'])
    .where('customer_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(entry).toEqual({
    act: 'phone removed',
    actor: 'Operations',
    details: { operator: 'priya', why: 'Called back' },
  });
  await advance(61, node, other);
  const phoneNumber = '+85291112222';
  const intent = await api.contact.reviewPhoneChange({ phoneNumber });
  const mfa = await prove(api, intent, { 1: phoneNumber, 2: somewhere.username });
  expect(mfa).toHaveLength(2);
  expect(await api.contact.changePhone({ phoneNumber }, { intent, mfa })).toBeNull();
  expect((await api.user.getProfile()).phoneNumber).toBe(phoneNumber);
});

test('the anti-phishing code is in every mail from then on (control 26)', async () => {
  const api = clientOf(node, await signIn(node, somchai));
  const intent = await api.security.reviewAntiPhishingCode('Merlion88');
  const mfa = await prove(api, intent, { 1: somchai.phone, 2: somchai.username });
  expect(await api.security.setAntiPhishingCode('Merlion88', { intent, mfa })).toBeNull();
  expect((await newest(somchai.username))?.text).toContain('Merlion88');
  await advance(61, node, other);
  await signIn(node, somchai);
  expect((await newest(somchai.username))?.text).toContain('Merlion88');
  expect((await api.user.getProfile().safe()).ok).toBe(false);
  expect(
    (await clientOf(node, await signIn(node, { ...somchai, device: 'b' })).user.getProfile()).antiPhishingCode,
  ).toBe('Merlion88');
});

describe('a sign-in', () => {
  test('is ended by its customer and by nobody else (controls 14, 15)', async () => {
    const tokens = await signIn(node, somchai);
    const api = clientOf(node, tokens);
    const own = (await api.security.listSessions()).find(({ isCurrent }) => isCurrent);
    const stranger = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    await expect(stranger.security.endSession(own?.id ?? '')).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    expect(await api.security.endSession(own?.id ?? '')).toBeNull();
    expect((await send(other, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
  });
});

describe('the freeze code of a notice', () => {
  test('freezes the account signed out, once; only an operator lifts it', async () => {
    const notice = (await node.api.sandbox.mailbox(mei.username)).messages.find(
      ({ text }) => freezeCodeIn(text) !== '',
    );
    const freezeCode = freezeCodeIn(notice?.text);
    const tokens = await signIn(node, { ...mei, password: newPassword });
    await expect(node.api.security.freeze('2222-2222-2222')).rejects.toMatchObject({
      errorName: 'FREEZE_CODE_INVALID',
    });
    expect((await send(node, 'POST', '/user/freeze', json({}))).header.errCode).toBe('13006');
    expect(await other.api.security.freeze(freezeCode.toLowerCase().replaceAll('-', ''))).toBeNull();
    expect((await send(other, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
    expect((await login(node, { ...mei, password: newPassword })).header.errCode).toBe('10002');
    await expect(node.api.security.freeze(freezeCode)).rejects.toMatchObject({ errorName: 'FREEZE_CODE_INVALID' });

    expect(await operator('unfreeze', mei.username)).toBe('mei@demo.example: active');
    expect((await login(node, { ...mei, password: newPassword })).status).toBe(200);
    // Whoever is signed in needs no code.
    const api = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    expect(await api.security.freeze()).toBeNull();
    expect((await login(node, { ...mei, password: newPassword })).header.errCode).toBe('10002');
    await expect(operator('freeze', mei.username)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  });
});
