import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { advance, login, mei, startTwoNodes } from '../testing/harness.ts';
import { type Browser, createRegistrations, password, wrongCode } from '../testing/registrations.ts';

const { node, other } = await startTwoNodes();
const { captcha, registration, registered, keyFor, opened, codeFor, activated, firstSignIn, newBrowser, rowOf } =
  createRegistrations(node, other);

describe('activation', () => {
  test('a wrong code returns the remaining tries; the fifth locks the challenge until a new one begins', async () => {
    const { accountKey } = await registered();
    const { challengeId } = await opened(accountKey);
    const code = await codeFor(challengeId);
    const names: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const checks = [{ checkType: 1 as const, code: attempt === 5 ? code : wrongCode(code) }];
      const answer = await node.api.registration.activate({ challengeId, mfa: checks, captcha }).safe();
      names.push(answer.ok || !('errorName' in answer.error) ? 'none' : answer.error.errorName);
    }
    expect(names).toEqual([...Array.from({ length: 4 }, () => 'CODE_INCORRECT'), 'CODE_LOCKED', 'CODE_LOCKED']);
    expect((await opened(accountKey)).challengeId).not.toBe(challengeId);
  });

  test('concurrent activations of one address, or of one registration, succeed once', async () => {
    const mine = await registered();
    await node.api.registration.register(await registration({ email: mine.email }, 'Other-Ships-2026!'));
    const prove = async (accountKey: string) => {
      const { challengeId } = await opened(accountKey);
      return { challengeId, mfa: [{ checkType: 1 as const, code: await codeFor(challengeId) }], captcha };
    };
    const proofs = [await prove(mine.accountKey), await prove(await keyFor(mine.email))];
    const outcomes = await Promise.allSettled(
      [...proofs, ...proofs].map((proof, index) => (index % 2 ? node : other).api.registration.activate(proof)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject({ errorName: 'CHALLENGE_INVALID' });
  });

  test('a challenge of another scene activates nothing', async () => {
    const { challengeId } = await node.api.password.beginForgotten(mei.username);
    await expect(
      node.api.registration.activate({ challengeId, mfa: [{ checkType: 1, code: '123456' }], captcha }),
    ).rejects.toMatchObject({ errorName: 'CHALLENGE_INVALID' });
  });
});

describe('the first sign-in', () => {
  const begun = async (browser: Browser = newBrowser(), activatedBy: Browser | undefined = browser) => {
    const { email, accountKey } = await registered({ browserKeyHash: browser.hash });
    const challenge = await activated(accountKey, undefined, activatedBy);
    return { email, browser, challengeId: challenge?.challengeId ?? '', expiresAt: challenge?.expiresAt ?? '' };
  };

  test('needs the password and no code in the browser that registered, once (control 45)', async () => {
    const { email, browser, challengeId, expiresAt } = await begun();
    const now = node.server.services.clock.now().getTime();
    expect(Date.parse(expiresAt) - now).toBeGreaterThan(9 * 60_000);
    expect(Date.parse(expiresAt) - now).toBeLessThanOrEqual(10 * 60_000);
    expect(await firstSignIn({ email, password: 'Wrong-Ships-2026!', challengeId, browser })).toMatchObject({
      header: { errCode: '10001' },
    });
    expect((await firstSignIn({ email, challengeId, browser })).status).toBe(200);
    expect(await firstSignIn({ email, challengeId, browser })).toMatchObject({ header: { errCode: '11004' } });
  });

  test('is refused in another browser: with a forwarded link, another key or no key (control 45)', async () => {
    const registering = newBrowser();
    const { email, accountKey } = await registered({ browserKeyHash: registering.hash });
    // Somebody opens the forwarded link with their own key.
    expect(await activated(accountKey, undefined, newBrowser())).toBeNull();
    expect((await login(node, { username: email, password })).status).toBe(200);
    const without = await registered();
    expect(await activated(without.accountKey, undefined, newBrowser())).toBeNull();

    const { challengeId, ...own } = await begun();
    for (const browser of [newBrowser(), registering, undefined])
      expect(await firstSignIn({ email: own.email, challengeId, browser })).toMatchObject({
        header: { errCode: '11004' },
      });
    // The challenge of another customer signs nobody in to this account.
    const mine = await begun();
    expect(await firstSignIn({ email: mine.email, challengeId, browser: mine.browser })).toMatchObject({
      header: { errCode: '11004' },
    });
    expect((await firstSignIn({ email: own.email, challengeId, browser: own.browser })).status).toBe(200);
  });

  test('an ordinary challenge does not accept a key instead of a code (control 45)', async () => {
    const { email, browser } = await begun();
    const { result } = await login(node, { username: email, password });
    expect(await firstSignIn({ email, challengeId: result.challengeId, browser })).toMatchObject({
      header: { errCode: '11004' },
    });
    expect(await firstSignIn({ email, challengeId: result.challengeId, browser: undefined })).toMatchObject({
      header: { errCode: '11006' },
    });
  });

  test('expires after ten minutes, or when the password changes (control 45)', async () => {
    const late = await begun();
    await advance(10 * 60, node, other);
    expect(await firstSignIn(late)).toMatchObject({ header: { errCode: '11004' } });
    const changed = await begun();
    const { db } = node.server.services;
    const hash = (await rowOf(mei.username))?.password_hash ?? '';
    const id = (await rowOf(changed.email))?.id ?? '';
    await db.updateTable('customer').set({ password_hash: hash }).where('id', '=', id).execute();
    expect(await firstSignIn({ ...changed, password: mei.password })).toMatchObject({ header: { errCode: '11004' } });
  });

  test('succeeds once when sent several times at once (control 45)', async () => {
    const own = await begun();
    const answers = await Promise.all(Array.from({ length: 4 }, () => firstSignIn(own)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('the browser sends a hash of its key, not the key', () => {
    const { key, hash } = newBrowser();
    expect(createHash('sha256').update(key).digest('base64url')).toBe(hash);
  });
});
