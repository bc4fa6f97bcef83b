import type { PasskeyAssertion, WalletClient } from '@wusd/api-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountSecurityOn, cooldownOf, somchai } from '../testing/account-security.ts';
import { passkeysOn } from '../testing/passkeys.ts';
import {
  advance,
  clientOf,
  form,
  login,
  mei,
  type Node,
  send,
  signIn,
  startTwoNodes,
  token,
  type Tokens,
} from '../testing/harness.ts';
import { createPasskeyDouble, type PasskeyDouble } from '../testing/passkey-double.ts';
import { present } from '@wusd/server-kit/testing/present';

// Passkeys, with a double of an authenticator: adding, use instead of codes and passwords, and removal.

const { node, other } = await startTwoNodes();
const { services } = node.server;
const { newest, prove } = accountSecurityOn(node);
const { add, asserted, forgetPasskeys, auditedActs } = passkeysOn(node);
const contacts = { 1: somchai.phone, 2: somchai.username } as const;
const meiContacts = { 1: mei.phone, 2: mei.username } as const;

let api: WalletClient;
let passkey: PasskeyDouble;

beforeEach(async () => {
  await advance(61, node, other);
  api = clientOf(node, await signIn(node, somchai));
});
afterEach(forgetPasskeys);

interface SignInOptions {
  challengeId: string;
  options: { challenge: string; allowCredentials: unknown[] };
}
const signInOptions = async (at: Node, device = 'test-device') =>
  (await send<SignInOptions>(at, 'POST', '/auth/passkey/options', form({ client_id: 'wusd-web', device }))).result;

/** Requests a token with an assertion. */
function grant(at: Node, challengeId: string, assertion: PasskeyAssertion, device = 'test-device') {
  const mfa = { sceneType: 3, challengeId, checks: [{ checkType: 4, assertion }] };
  return send<Tokens>(at, 'POST', '/auth/oauth2/token', {
    ...form({ grant_type: 'passkey', client_id: 'wusd-web', device }),
    headers: { 'x-mfa': Buffer.from(JSON.stringify(mfa)).toString('base64url') },
  });
}

describe('a passkey', () => {
  test('is added with a factor and the email code, renamed, listed and removed, and its owner is notified (controls 10, 11, 44)', async () => {
    passkey = createPasskeyDouble();
    const { options } = await api.passkeys.creationOptions();
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(options.user.id)).not.toContain('usr');
    const body = { name: ' My phone ', credential: passkey.create(options) };
    const intent = await api.passkeys.reviewCreation(body);
    expect(intent.checkGroups.map(({ anyOf }) => anyOf.map(({ checkType }) => checkType))).toEqual([[1], [2]]);
    const mfa = await prove(api, intent, contacts);
    await expect(api.passkeys.create(body, { intent, mfa: mfa.slice(0, 1) })).rejects.toMatchObject({
      errorName: 'CHECK_MISSING',
    });
    const added = await api.passkeys.create(body, { intent, mfa });
    expect(added).toMatchObject({ name: 'My phone', isSynced: true });
    expect((await newest(somchai.username))?.subject).toBe('เพิ่มพาสคีย์แล้ว');
    expect((await api.user.getProfile()).factors).toEqual([1, 2, 4]);
    expect(await cooldownOf(api)).toBeUndefined();

    expect(await api.passkeys.rename(added.id, 'Work key')).toMatchObject({ name: 'Work key' });
    expect(await api.passkeys.list()).toMatchObject([{ id: added.id, name: 'Work key' }]);
    const again = await api.passkeys.creationOptions();
    expect(again.options.excludeCredentials).toMatchObject([{ id: passkey.id }]);

    await advance(61, node, other);
    const removal = await api.passkeys.reviewRemoval(added.id);
    expect(
      await api.passkeys.remove(added.id, { intent: removal, mfa: await prove(api, removal, contacts) }),
    ).toBeNull();
    expect(await api.passkeys.list()).toEqual([]);
    expect((await newest(somchai.username))?.subject).toBe('ลบพาสคีย์แล้ว');
    expect(await cooldownOf(api)).toBeDefined();
    expect(await auditedActs()).toEqual(expect.arrayContaining(['passkey added', 'passkey removed']));
  });

  test('is registered once, for our domain, origin and challenge, with user verification (control 46)', async () => {
    const double = createPasskeyDouble();
    const { options } = await api.passkeys.creationOptions();
    const outdated = await api.passkeys.creationOptions();
    const review = (credential: ReturnType<PasskeyDouble['create']>) =>
      api.passkeys.reviewCreation({ name: 'Phone', credential });
    const rejected = (reasonCode: string) => ({ errorName: 'PASSKEY_REJECTED', details: { reasonCode } });
    await expect(review(double.create(options))).rejects.toMatchObject(rejected('challenge'));
    for (const changes of [
      { origin: 'https://localhost.attacker.example' },
      { rpId: 'attacker.example' },
      { isVerified: false },
      { isBackupEligible: false, isSynced: true },
    ])
      await expect(review(double.create(outdated.options, changes))).rejects.toMatchObject(rejected('not-verified'));
    await advance(601, node, other);
    await expect(review(double.create(outdated.options))).rejects.toMatchObject(rejected('challenge'));

    api = clientOf(node, await signIn(node, somchai));
    await add(api, double);
    const fresh = await api.passkeys.creationOptions();
    await expect(review(double.create(fresh.options))).rejects.toMatchObject(rejected('already-added'));
  });

  test('of another customer cannot be renamed, removed or used (control 15)', async () => {
    const added = await add(api, (passkey = createPasskeyDouble()));
    await advance(61, node, other);
    const hers = clientOf(node, await signIn(node, mei));
    expect(await hers.passkeys.list()).toEqual([]);
    await expect(hers.passkeys.rename(added.id, 'Mine')).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await expect(hers.passkeys.reviewRemoval(added.id)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await add(hers, createPasskeyDouble(), 'mei');
    await advance(61, node, other);
    const again = clientOf(node, await signIn(node, mei));
    const intent = await again.contact.reviewPhoneProof();
    const check = await asserted(again, intent, passkey);
    await expect(
      again.contact.provePhone({ intent, mfa: [check, { checkType: 2, code: '000000' }] }),
    ).rejects.toThrow();
    const email = (await prove(again, { ...intent, checkGroups: intent.checkGroups.slice(1) }, meiContacts))[0];
    const second = await asserted(again, intent, passkey);
    await expect(again.contact.provePhone({ intent, mfa: [second, present(email)] })).rejects.toMatchObject({
      errorName: 'PASSKEY_REJECTED',
      details: { reasonCode: 'unknown-passkey' },
    });
  });

  test('that was lost leaves the sign-in with password and codes available', async () => {
    await add(api);
    const { challengeId, checks } = (await login(node, somchai)).result;
    expect(checks.map(({ checkType }) => checkType)).toEqual([4, 1, 2]);
    const wrong = await token(node, somchai, challengeId, { checkType: 1, code: '000000' });
    expect(wrong.header.errCode).toBe('11001');
    await advance(61, node, other);
    expect((await signIn(node, somchai)).access_token).toBeDefined();
  });
});

describe('signing in with a passkey', () => {
  test('works without a username, opens a session once, and is throttled and refused like a password (control 47)', async () => {
    await add(api, (passkey = createPasskeyDouble()));
    const { challengeId, options } = await signInOptions(node);
    expect(options.allowCredentials).toEqual([]);
    const assertion = passkey.get(options);
    const [first, second] = await Promise.all([
      grant(node, challengeId, assertion),
      grant(other, challengeId, assertion),
    ]);
    const statuses = [first.status, second.status].toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect(statuses[1]).toBeGreaterThanOrEqual(401);
    const tokens = present([first, second].find(({ status }) => status === 200)).result;
    expect((await clientOf(other, tokens).user.getAuthUser()).email).toBe(somchai.username);
    expect((await clientOf(other, tokens).passkeys.list())[0]?.lastUsedAt).toBeDefined();
    expect((await grant(node, challengeId, assertion)).header.errCode).toBe('11004');
  });

  test('gets the same error for an unknown passkey, a removed one and a wrong answer (control 47)', async () => {
    await add(api, (passkey = createPasskeyDouble()));
    const stranger = createPasskeyDouble();
    stranger.create({ challenge: '', user: { id: 'c3RyYW5nZXI' } });
    const attempt = async (double: PasskeyDouble, changes?: Parameters<PasskeyDouble['get']>[1]) => {
      const { challengeId, options } = await signInOptions(node);
      return (await grant(node, challengeId, double.get(options, changes))).header;
    };
    const unknown = await attempt(stranger);
    expect(unknown.errCode).toBe('10001');
    for (const changes of [
      { origin: 'https://attacker.example' },
      { rpId: 'attacker.example' },
      { isVerified: false },
      { isBackupEligible: false, isSynced: false },
    ])
      expect(await attempt(passkey, changes)).toMatchObject({ errCode: '10001', errMsg: unknown.errMsg });
    await services.db.deleteFrom('passkey').execute();
    await services.db.deleteFrom('passkey_credential').execute();
    expect(await attempt(passkey)).toMatchObject({ errCode: '10001', errMsg: unknown.errMsg });
  });

  test('is paused on one device after five failures (control 47)', async () => {
    await add(api, (passkey = createPasskeyDouble()));
    const attempt = async (device: string, changes?: Parameters<PasskeyDouble['get']>[1]) => {
      const { challengeId, options } = await signInOptions(node, device);
      return (await grant(node, challengeId, passkey.get(options, changes), device)).status;
    };
    for (let tries = 0; tries < 5; tries += 1) expect(await attempt('guessing', { isVerified: false })).toBe(401);
    expect(await attempt('guessing')).toBe(401);
    expect(await attempt('own')).toBe(200);
    await advance(15 * 60 + 1, node, other);
    expect(await attempt('guessing')).toBe(200);
  });

  test('accepts its challenge only on the same device (control 46)', async () => {
    await add(api, (passkey = createPasskeyDouble()));
    const { challengeId, options } = await signInOptions(node);
    expect((await grant(node, challengeId, passkey.get(options), 'other')).header.errCode).toBe('11004');
    const byPassword = (await login(node, somchai)).result.challengeId;
    const check = await node.api.passkeys.checkOptions({ challengeId: byPassword });
    expect((await grant(node, byPassword, passkey.get(check.options))).header.errCode).toBe('11004');
    await expect(node.api.mfa.sendEmailOtp({ challengeId })).rejects.toMatchObject({ errorName: 'CHALLENGE_INVALID' });
  });
});

describe('a forgotten password', () => {
  test('does not disclose passkeys or the account to a stranger (control 4)', async () => {
    await add(api);
    const { challengeId, checkGroups } = await node.api.password.beginForgotten(somchai.username);
    expect(checkGroups[0]?.anyOf.map(({ checkType }) => checkType)).toEqual([1, 3, 4]);
    expect((await node.api.passkeys.checkOptions({ challengeId })).options.allowCredentials).toEqual([]);
  });
});
