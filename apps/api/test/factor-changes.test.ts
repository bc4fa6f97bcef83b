import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { advance, clientOf, login, mei, send, signIn, startTwoNodes, token } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { accountSecurityOn, cooldownOf, somchai } from '../testing/account-security.ts';

// Binding, changing and removing an authenticator, a phone and an email address, each authorized by existing factors.

const { node, other } = await startTwoNodes();
beforeEach(() => advance(61, node, other));

const password = mei.password;
const harbour = { username: 'harbour@demo.example', password, phone: '+85261234567' };
const { sealed, newest, prove } = accountSecurityOn(node);

describe('an authenticator', () => {
  test('is verified, bound with recovery codes, used and removed (controls 7, 11)', async () => {
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
    // Adding a first authenticator starts no cooldown.
    expect(await cooldownOf(api)).toBeUndefined();
    expect(await newest(somchai.username)).toMatchObject({ subject: 'เพิ่มแอปยืนยันตัวตนแล้ว' });
    await expect(api.mfa.setupAuthenticator()).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });

    // The code that verified it is used up. A recovery code counts once, in any spelling.
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
    const signedInAgain = clientOf(node, recovered.result);
    expect((await signedInAgain.security.getCheckup()).recoveryCodes?.left).toBe(9);

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

describe('a phone and an email address', () => {
  test('change with codes to the old and then the new one, and the old one is notified (controls 9, 10, 11)', async () => {
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
    // A proof for an email change does not authorize a phone change.
    await expect(api.contact.reviewPhoneChange({ phoneNumber, precheckId })).rejects.toMatchObject({
      errorName: 'PRECHECK_INVALID',
    });
    // A registered address gives the same response, and its owner is notified.
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

test('an operator removes a lost phone, the audit log has the reason, and a new phone can be added (control 10)', async () => {
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
