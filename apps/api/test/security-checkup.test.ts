import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { advance, clientOf, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { accountSecurityOn, somchai } from '../testing/account-security.ts';

// The checkup of a customer's security settings.

const { node, other } = await startTwoNodes();
const { prove } = accountSecurityOn(node);
const to = { 1: somchai.phone, 2: somchai.username };
/** Signs in on a device, a minute later because of the limit of codes per recipient. */
async function onDevice(device: string, customer: { username: string; password: string } = somchai) {
  await advance(61, node, other);
  return clientOf(node, await signIn(node, { ...customer, device }));
}

describe('sign-ins', () => {
  test('need a review until their customer confirms them, and again after another device signs in', async () => {
    const first = await onDevice('a');
    expect(await first.security.getCheckup()).toEqual({ hasNewDevice: true });
    expect(await first.security.confirmSessions()).toBeNull();
    expect(await first.security.confirmSessions()).toBeNull();
    const [current] = await first.security.listSessions();
    expect(await first.security.getCheckup()).toEqual({
      signInsReviewedUntil: current?.createdAt,
      hasNewDevice: false,
    });
    expect(await (await onDevice('a')).security.getCheckup()).toMatchObject({ hasNewDevice: false });
    expect(await (await onDevice('b')).security.getCheckup()).toMatchObject({ hasNewDevice: true });
    const known = await onDevice('a');
    expect(await known.security.getCheckup()).toMatchObject({ hasNewDevice: true });
    await known.security.confirmSessions();
    expect(await known.security.getCheckup()).toMatchObject({ hasNewDevice: false });
    // The account of another customer is unchanged.
    expect(await (await onDevice('a', mei)).security.getCheckup()).toMatchObject({ hasNewDevice: true });
  });

  test('are listed in pages without gaps or repeats, and only to their customer', async () => {
    const api = await onDevice('a');
    const all = await api.security.listSessions();
    const pages: string[] = [];
    let before: string | undefined;
    do {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const page = await api.security.listSessions({ size: 2, before });
      pages.push(...page.map(({ id }) => id));
      before = page.length === 2 ? page[1]?.id : undefined;
    } while (before !== undefined);
    expect(all.length).toBeGreaterThan(4);
    expect(pages).toEqual(all.map(({ id }) => id));
    const stranger = await onDevice('c', mei);
    const theirs = await stranger.security.listSessions({ before: all[0]?.id });
    const own = new Set(all.map(({ id }) => id));
    expect(theirs.filter(({ id }) => own.has(id))).toEqual([]);
    await expect(api.security.listSessions({ size: 0 })).rejects.toMatchObject({ errorName: 'INVALID_REQUEST' });
  });
});

describe('recovery codes', () => {
  test('are counted, and marked as saved by their customer; new codes are not', async () => {
    const api = await onDevice('a');
    await expect(api.mfa.confirmRecoveryCodes('2026-03-01T08:00:00.000Z')).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    const { secret } = await api.mfa.setupAuthenticator();
    const totp = new TOTP({ secret });
    const binding = await api.mfa.reviewAuthenticatorBinding(totp.generate());
    const made = await api.mfa.bindAuthenticator(totp.generate(), {
      intent: binding,
      mfa: await prove(api, binding, to),
    });
    expect((await api.security.getCheckup()).recoveryCodes).toEqual({ left: 10, createdAt: made.createdAt });
    await api.mfa.confirmRecoveryCodes(made.createdAt);
    const confirmed = (await api.security.getCheckup()).recoveryCodes;
    expect(confirmed).toEqual({ left: 10, createdAt: made.createdAt, savedAt: expect.any(String) });
    // A repeated confirmation changes nothing.
    await advance(61, node, other);
    await api.mfa.confirmRecoveryCodes(made.createdAt);
    expect((await api.security.getCheckup()).recoveryCodes).toEqual(confirmed);

    const renewal = await api.mfa.reviewRecoveryCodes();
    const renewed = await api.mfa.renewRecoveryCodes({ intent: renewal, mfa: await prove(api, renewal, to) });
    expect((await api.security.getCheckup()).recoveryCodes).toEqual({ left: 10, createdAt: renewed.createdAt });
    // Another tab still shows the replaced codes.
    await expect(api.mfa.confirmRecoveryCodes(made.createdAt)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    const stranger = await onDevice('a', mei);
    await expect(stranger.mfa.confirmRecoveryCodes(renewed.createdAt)).rejects.toMatchObject({
      errorName: 'MOVE_NOT_ALLOWED',
    });
    // The other customer never created codes by a call: none are left, and the creation time is unknown.
    expect((await stranger.security.getCheckup()).recoveryCodes).toEqual({ left: 0 });
  });
});
