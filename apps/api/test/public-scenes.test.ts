import { randomUUID } from 'node:crypto';
import type { MfaCheck } from '@wusd/api-sdk';
import { SceneType } from '@wusd/api-sdk/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  advance,
  type Answer,
  arun,
  delivered,
  form,
  json,
  login,
  mei,
  seal,
  send,
  startTwoNodes,
} from '../testing/harness.ts';
import { present } from '@wusd/server-kit/testing/present';

// Commands without a sign-in. Each is authorized only by codes of its own challenge.

const { node, other } = await startTwoNodes();
// Rate limits of the previous test have expired, and its messages do not count.
beforeEach(async () => {
  await advance(61, node, other);
  await node.server.services.db.deleteFrom('throttle').execute();
});

const password = 'Tall-Ships-2026!';

type CodeCheck = Extract<MfaCheck, { code: string }>;

interface Begun {
  challengeId: string;
  /** Valid checks with codes that were sent. */
  checks: CodeCheck[];
  /** Executes the command with the given checks. */
  act(header: { sceneType: number; challengeId: string; checks: MfaCheck[] }): Promise<Answer>;
}

const mfaHeader = (value: unknown): Record<string, string> => ({
  'x-mfa': Buffer.from(JSON.stringify(value)).toString('base64url'),
});

async function sent(challengeId: string, recipients: Partial<Record<1 | 2, string>>): Promise<CodeCheck[]> {
  for (const checkType of Object.keys(recipients).map(Number))
    await (checkType === 1 ? node.api.mfa.sendSmsOtp({ challengeId }) : other.api.mfa.sendEmailOtp({ challengeId }));
  await delivered(node);
  return Promise.all(
    Object.entries(recipients).map(async ([checkType, recipient]) => ({
      checkType: checkType === '1' ? 1 : 2,
      code: (await node.api.sandbox.mailbox(recipient)).messages[0]?.code ?? '',
    })),
  );
}

const begins: Record<number, () => Promise<Begun>> = {
  async [SceneType.ACCOUNT_ACTIVATION]() {
    const email = `arun.${randomUUID()}@example.com`;
    const payload = await seal(await node.api.config.get(), { password });
    const body = { accountType: 'individual' as const, email, payload, phoneNumber: '+6591234567', identity: arun };
    await node.api.registration.register(body);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(email);
    const accountKey = /accountKey=(\S+)/.exec(messages[0]?.text ?? '')?.[1] ?? '';
    const captcha = (): string => `simulated:activation:${randomUUID()}`;
    const { challenge } = await node.api.registration.getActivationInfo(accountKey, {}, { captcha: captcha() });
    const { challengeId } = challenge;
    return {
      challengeId,
      checks: await sent(challengeId, { 1: '+6591234567' }),
      act: (header) =>
        send(other, 'POST', `/user/activate-account?recaptchaToken=${captcha()}`, {
          ...json({}),
          headers: { 'content-type': 'application/json', ...mfaHeader(header) },
        }),
    };
  },
  async [SceneType.LOGIN]() {
    const { challengeId } = (await login(node, mei)).result;
    const payload = await seal(await node.api.config.get(), { username: mei.username, password: mei.password });
    return {
      challengeId,
      checks: await sent(challengeId, { 2: mei.username }),
      act: (header) =>
        send(other, 'POST', '/auth/oauth2/token', {
          ...form({ grant_type: 'password', client_id: 'wusd-web', payload, device: 'test-device' }),
          headers: mfaHeader(header),
        }),
    };
  },
  async [SceneType.FORGOT_PASSWORD]() {
    const { challengeId } = await node.api.password.beginForgotten(mei.username);
    return {
      challengeId,
      checks: await sent(challengeId, { 1: mei.phone, 2: mei.username }),
      act: (header) => send(other, 'POST', '/user/forgot-password-validate', { headers: mfaHeader(header) }),
    };
  },
};
/** Another scene without a sign-in: 2, 3 or 4. */
const otherThan = (sceneType: number): number => 2 + ((sceneType - 1) % 3);
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

describe.each(Object.keys(begins).map(Number))('scene %i', (sceneType) => {
  const begin = () => present(begins[sceneType])();

  test('is authorized once by its own codes', async () => {
    const { challengeId, checks, act } = await begin();
    const [sent, ...rest] = checks;
    const first = present(sent);
    const refused = await act({ sceneType, challengeId, checks: [{ ...first, code: wrong(first.code) }, ...rest] });
    expect(refused).toMatchObject({ status: 422, header: { errCode: '11001' }, result: { remainingTries: 4 } });
    expect((await act({ sceneType, challengeId, checks })).header.success).toBe(true);
    // A repeat has no second effect, whatever its error.
    expect((await act({ sceneType, challengeId, checks })).header.success).toBe(false);
  });

  test('is refused with an expired code or challenge', async () => {
    const { challengeId, checks, act } = await begin();
    await advance(5 * 60, node, other);
    expect((await act({ sceneType, challengeId, checks })).header.errCode).toBe('11002');
    await advance(10 * 60, node, other);
    expect((await act({ sceneType, challengeId, checks })).header.errCode).toBe('11004');
  });

  test('is refused as another scene, and with a foreign challenge or one of another scene', async () => {
    const { challengeId, checks, act } = await begin();
    expect((await act({ sceneType: otherThan(sceneType), challengeId, checks })).header.errCode).toBe('11006');
    await advance(61, node, other);
    const second = await begin();
    const answer = await act({ sceneType, challengeId: second.challengeId, checks });
    expect(['11001', '11004']).toContain(answer.header.errCode);
    await advance(61, node, other);
    const foreign = await present(begins[otherThan(sceneType)])();
    expect(await act({ sceneType, challengeId: foreign.challengeId, checks: foreign.checks })).toMatchObject({
      header: { success: false },
    });
    expect((await act({ sceneType, challengeId: 'chl_01hqxyz0000000000000', checks })).header.errCode).toBe('11004');
    expect((await act({ sceneType, challengeId, checks })).header.success).toBe(true);
  });
});
