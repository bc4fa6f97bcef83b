import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  bearer,
  codeFor,
  delivered,
  login,
  mei,
  refresh,
  send,
  signIn,
  startTwoNodes,
  token,
} from '../testing/harness.ts';

const { node, other } = await startTwoNodes();

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

async function freshChallenge(): Promise<string> {
  return (await login(node, mei)).result.challengeId;
}

describe('the password', () => {
  test('opens a challenge that lists its masked checks', async () => {
    const { status, result } = await login(node, mei);
    expect(status).toBe(200);
    expect(result.checks).toEqual([
      { checkType: 3, masked: '' },
      { checkType: 1, masked: '•••• 4567' },
      { checkType: 2, masked: 'm***@demo.example' },
    ]);
  });

  test('gets the same answer if wrong, unknown or paused, in the requested language (control 4)', async () => {
    const wrong = await login(node, { ...mei, password: 'wrong', device: 'a' });
    const unknown = await login(node, { username: 'nobody@demo.example', password: 'wrong', device: 'a' });
    expect(wrong.status).toBe(401);
    expect(wrong.header).toMatchObject({
      errCode: '10001',
      errMsg: expect.stringContaining('Invalid Account or password'),
    });
    expect({ ...unknown.header, serverTime: '' }).toEqual({ ...wrong.header, serverTime: '' });
    expect(unknown.result).toEqual(wrong.result);
  });

  test('is paused after five wrong tries, for fifteen minutes, on that device only', async () => {
    const device = 'pausing';
    for (let count = 0; count < 5; count += 1) await login(node, { ...mei, password: 'wrong', device });
    expect((await login(node, { ...mei, device })).header.errCode).toBe('10001');
    expect((await login(node, { ...mei, device: 'another' })).status).toBe(200);
    await node.api.sandbox.advanceClock(15 * 60 + 1);
    expect((await login(node, { ...mei, device })).status).toBe(200);
  });

  test('with a malformed username returns Invalid Account', async () => {
    expect(await login(node, { username: 'not-an-email', password: 'x' })).toMatchObject({
      status: 400,
      header: { errCode: '10003' },
    });
  });
});

describe('the code', () => {
  test.each([
    ['SMS', 1, mei.phone],
    ['EMAIL', 2, mei.username],
  ] as const)('%s signs in', async (_, checkType, recipient) => {
    const challengeId = await freshChallenge();
    await (checkType === 1 ? node.api.mfa.sendSmsOtp({ challengeId }) : node.api.mfa.sendEmailOtp({ challengeId }));
    await delivered(node);
    const { status, result } = await token(node, mei, challengeId, { checkType, code: await codeFor(node, recipient) });
    expect(status).toBe(200);
    expect(result).toMatchObject({ expires_in: 900, rt_expires_in: 7200, token_type: 'Bearer' });
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(result))).result).toMatchObject({
      email: mei.username,
    });
  });

  test('AUTHENTICATOR signs in, and each time step is accepted once (control 7)', async () => {
    const code = new TOTP({ secret }).generate();
    expect((await token(node, mei, await freshChallenge(), { checkType: 3, code })).status).toBe(200);
    expect(await token(node, mei, await freshChallenge(), { checkType: 3, code })).toMatchObject({
      status: 422,
      result: { reasonCode: 'already-used' },
    });
  });

  test('returns the remaining tries if wrong; the fifth locks the challenge even for the right code', async () => {
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    const right = await codeFor(node, mei.username);
    const wrong = { checkType: 2, code: right === '000000' ? '000001' : '000000' };
    for (const remainingTries of [4, 3, 2, 1]) {
      expect(await token(node, mei, challengeId, wrong)).toMatchObject({
        header: { errCode: '11001' },
        result: { remainingTries },
      });
    }
    expect((await token(node, mei, challengeId, wrong)).header.errCode).toBe('11003');
    expect((await token(node, mei, challengeId, { checkType: 2, code: right })).header.errCode).toBe('11003');
  });

  test('is checked five times for 64 parallel guesses (control 6)', async () => {
    // Resets the count of wrong codes from earlier tests.
    await node.api.sandbox.advanceClock(60 * 60);
    await signIn(node);
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    const right = Number(await codeFor(node, mei.username));
    const guesses = Array.from({ length: 64 }, (_, index) => String((right + 1 + index) % 1_000_000).padStart(6, '0'));
    const answers = await Promise.all(guesses.map((code) => token(node, mei, challengeId, { checkType: 2, code })));
    expect(answers.filter(({ header }) => header.errCode === '11001')).toHaveLength(4);
    expect(answers.filter(({ header }) => header.errCode === '11003')).toHaveLength(60);
  });

  test('expires after five minutes and can be requested again', async () => {
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    const old = await codeFor(node, mei.username);
    await node.api.sandbox.advanceClock(5 * 60 + 1);
    expect((await token(node, mei, challengeId, { checkType: 2, code: old })).header.errCode).toBe('11002');
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    expect(
      (await token(node, mei, challengeId, { checkType: 2, code: await codeFor(node, mei.username) })).status,
    ).toBe(200);
  });

  test('is refused within a minute of the last one, with the time of the next (control 9)', async () => {
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await expect(node.api.mfa.sendEmailOtp({ challengeId })).rejects.toMatchObject({
      errCode: '11005',
      details: { availableAt: expect.any(String) },
    });
  });

  test('is refused once used, under another challenge, and without a challenge', async () => {
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    const check = { checkType: 2, code: await codeFor(node, mei.username) };
    expect((await token(node, mei, await freshChallenge(), check)).header.errCode).toBe('11001');
    expect((await token(node, mei, challengeId, check)).status).toBe(200);
    expect((await token(node, mei, challengeId, check)).header.errCode).toBe('11004');
    expect((await token(node, mei, 'chl_00000000000000000000000000', check)).header.errCode).toBe('11004');
  });

  test('signs in once for 64 concurrent requests on two nodes', async () => {
    const challengeId = await freshChallenge();
    await node.api.mfa.sendEmailOtp({ challengeId });
    await delivered(node);
    const check = { checkType: 2, code: await codeFor(node, mei.username) };
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => token(index % 2 === 0 ? node : other, mei, challengeId, check)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // The other requests found the code used, or the tries of the challenge or of the factor used up.
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.filter(({ header }) => !/^1100[347]$/.test(header.errCode))).toEqual([]);
  });
});

describe('the session', () => {
  test('rotates its refresh token, and ends when a spent token returns after the grace (control 12)', async () => {
    const first = await signIn(node);
    const second = (await refresh(node, first.refresh_token)).result;
    const sameSuccessor = (await refresh(node, first.refresh_token)).result;
    expect(sameSuccessor).toMatchObject({ access_token: second.access_token, refresh_token: second.refresh_token });
    await node.api.sandbox.advanceClock(11);
    expect((await refresh(node, first.refresh_token)).header.errCode).toBe('12003');
    expect((await refresh(node, second.refresh_token)).header.errCode).toBe('12003');
    expect(await send(node, 'GET', '/wallet-account/list', bearer(second))).toMatchObject({
      status: 401,
      header: { errCode: '00004' },
    });
  });

  test('ends when a token two generations old returns, even inside the grace', async () => {
    const first = await signIn(node);
    const second = (await refresh(node, first.refresh_token)).result;
    await refresh(node, second.refresh_token);
    expect((await refresh(node, first.refresh_token)).header.errCode).toBe('12003');
  });

  test('returns one successor to twenty concurrent refreshes of one token', async () => {
    const { refresh_token: shared } = await signIn(node);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(node, shared)));
    expect(new Set(answers.map(({ result }) => result.refresh_token)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test('ends after a newer sign-in: get-auth-user returns 00006, and a refresh reports it as superseded', async () => {
    const first = await signIn(node);
    const second = await signIn(node);
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(first))).header.errCode).toBe('00006');
    expect((await refresh(node, first.refresh_token)).header.errCode).toBe('12002');
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(second))).status).toBe(200);
  });

  test('has access tokens of fifteen minutes, refresh tokens of two hours, and ends after twelve hours', async () => {
    const tokens = await signIn(node);
    await node.api.sandbox.advanceClock(15 * 60);
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00004');
    let { result } = await refresh(node, tokens.refresh_token);
    for (let hours = 2; hours < 12; hours += 2) {
      await node.api.sandbox.advanceClock(2 * 3600 - 60);
      ({ result } = await refresh(node, result.refresh_token));
    }
    expect(result.rt_expires_in).toBeLessThanOrEqual(7200);
    await node.api.sandbox.advanceClock(2 * 3600);
    expect((await refresh(node, result.refresh_token)).header.errCode).toBe('12001');
  });

  test('ends at once after a log-out', async () => {
    const tokens = await signIn(node);
    expect((await send(node, 'POST', '/user/logout', bearer(tokens))).status).toBe(200);
    expect((await send(node, 'GET', '/user/get-auth-user', bearer(tokens))).header.errCode).toBe('00006');
    expect((await refresh(node, tokens.refresh_token)).header.errCode).toBe('12001');
  });
});
