import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { advance, bearer, clientOf, json, login, mei, send, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { accountSecurityOn, cooldownOf, somchai } from '../testing/account-security.ts';

// Changes that customers make to their security settings.

const { node, other } = await startTwoNodes();
beforeEach(() => advance(61, node, other));

const password = mei.password;
const newPassword = 'Tall-Ships-2026!';
const { sealed, newest, prove } = accountSecurityOn(node);
const freezeCodeIn = (text = ''): string => /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(text)?.[0] ?? '';
const operator = operatorOf(node.server.services);

describe('a password', () => {
  test('is changed with the old one and two codes, which ends all sessions, starts a cooldown, and notifies the owner (control 11)', async () => {
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

test('the anti-phishing code is in every mail after it was set (control 26)', async () => {
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
  test('is ended only by its customer (controls 14, 15)', async () => {
    const tokens = await signIn(node, somchai);
    const api = clientOf(node, tokens);
    const own = (await api.security.listSessions()).find(({ isCurrent }) => isCurrent);
    const stranger = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    await expect(stranger.security.endSession(own?.id ?? '')).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    expect(await api.security.endSession(own?.id ?? '')).toBeNull();
    expect((await send(other, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
  });
});

describe('the freeze code of a notification', () => {
  test('freezes the account once without a sign-in; support finds the case, and only an operator unfreezes it', async () => {
    const notice = (await node.api.sandbox.mailbox(mei.username)).messages.find(
      ({ text }) => freezeCodeIn(text) !== '',
    );
    const freezeCode = freezeCodeIn(notice?.text);
    const tokens = await signIn(node, { ...mei, password: newPassword });
    await expect(node.api.security.freeze('2222-2222-2222')).rejects.toMatchObject({
      errorName: 'FREEZE_CODE_INVALID',
    });
    expect((await send(node, 'POST', '/user/freeze', json({}))).header.errCode).toBe('13006');
    const answers = await Promise.all(
      [node, other].map(({ api }) => api.security.freeze(freezeCode.toLowerCase().replaceAll('-', ''))),
    );
    const [{ reference, frozenAt } = { reference: '', frozenAt: '' }] = answers;
    expect(reference).toMatch(/^FRZ(-[2-9A-Z]{4}){3}$/);
    // Concurrent and later repeats return the same case.
    expect(await node.api.security.freeze(freezeCode)).toEqual({ reference, frozenAt });
    expect(answers).toEqual([
      { reference, frozenAt },
      { reference, frozenAt },
    ]);
    expect((await send(other, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
    expect((await login(node, { ...mei, password: newPassword })).header.errCode).toBe('10002');

    const shown: unknown = JSON.parse(await operator('show-customer', reference.toLowerCase()));
    expect(shown).toMatchObject({ email: mei.username, status: 'frozen', freeze: { reference, frozenAt } });
    await expect(operator('show-customer', 'FRZ-2222-2222-2222')).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    expect(await operator('unfreeze', reference)).toBe('mei@demo.example: active');
    // The code is used up, and gets the same error as an unknown code.
    await expect(node.api.security.freeze(freezeCode)).rejects.toMatchObject({ errorName: 'FREEZE_CODE_INVALID' });
    expect((await login(node, { ...mei, password: newPassword })).status).toBe(200);
    // A signed-in customer needs no code.
    const api = clientOf(node, await signIn(node, { ...mei, password: newPassword }));
    const second = await api.security.freeze();
    expect(second.reference).not.toBe(reference);
    await expect(node.api.security.freeze(freezeCode)).rejects.toMatchObject({ errorName: 'FREEZE_CODE_INVALID' });
    // The closed case still names its customer.
    expect(await operator('show-customer', reference)).toContain(second.reference);
    expect((await login(node, { ...mei, password: newPassword })).header.errCode).toBe('10002');
    await expect(operator('freeze', mei.username)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  });
});
