import { SceneType } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { countAttempts, delayAfter, maxFailures, resetFailures } from '../src/commands/factor-failures.ts';
import { verifyChecks } from '../src/commands/verify-checks.ts';
import { openChallenge } from '../src/commands/challenges.ts';
import type { AppError } from '../src/platform/errors/app-error.ts';
import {
  advance,
  type Answer,
  clientOf,
  delivered,
  eventually,
  login,
  mei,
  type Node,
  signIn,
  startTwoNodes,
  token,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { present } from '@wusd/server-kit/testing/present';

// The server trusts one proxy to report the caller's address.
const { node, other } = await startTwoNodes({ trustedProxies: 1 });

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const right = (): string => new TOTP({ secret }).generate();
/** A code that differs from those of the current and adjacent time steps. */
function wrong(): string {
  const totp = new TOTP({ secret });
  return present(
    Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6)).find(
      (code) => totp.validate({ token: code, window: 3 }) === null,
    ),
  );
}
const from = (count: number) => ({ 'x-forwarded-for': `203.0.113.${count % 250}` });

/** Opens a challenge and answers it with a code. */
async function guess(code: string, device: string, count: number): Promise<Answer<Partial<Tokens>>> {
  const at = count % 2 ? node : other;
  const { result } = await login(at, { ...mei, device }, from(count));
  return token(at, { ...mei, device }, result.challengeId, { checkType: 3, code }, from(count));
}

/** Guesses without the slow password hashing. @returns the error's name */
async function guessDirectly(code: string, device: string, { server: { services } }: Node): Promise<string> {
  const { db } = services;
  const id = await customerId();
  const subject = await openChallenge(db, services, { scene: SceneType.LOGIN, customerId: id, device });
  const mfa = { sceneType: SceneType.LOGIN, challengeId: subject.id, checks: [{ checkType: 3, code } as const] };
  const origin = () => ({ agent: 'Script', network: '203.0.113.…' });
  return verifyChecks(services, mfa, { scene: SceneType.LOGIN, customerId: id, device, origin }).then(
    () => 'SUCCESS',
    (error: AppError) => error.errorName,
  );
}

async function customerId(): Promise<string> {
  const { db, vault } = node.server.services;
  return (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
}

/** Unlocks the codes that a test has locked, as an operator. */
function unlock(): Promise<string> {
  return operatorOf(node.server.services)('unlock-codes', mei.username, '--why', 'Passport seen');
}
afterEach(async () => {
  await unlock();
  await advance(25 * 60 * 60, node, other);
});

const noticesOf = async (at: Node) =>
  (await at.api.sandbox.mailbox(mei.username)).messages.filter(({ subject }) =>
    subject?.startsWith('Incorrect codes entered'),
  );

describe('guessing authenticator codes with a known password', () => {
  test('stops across all challenges, nodes and addresses, and the owner’s device still signs in (control 5)', async () => {
    const own = 'own-device';
    expect((await signIn(node, { ...mei, device: own })).access_token).toBeDefined();
    const before = (await noticesOf(node)).length;
    const answers: (string | undefined)[] = [];
    for (let count = 0; count < 8; count += 1)
      answers.push((await guess(wrong(), `attacker-${count}`, count)).header.errCode);
    expect(answers).toEqual([...Array.from({ length: 5 }, () => '11001'), '11007', '11007', '11007']);
    const names = new Map<string, number>();
    for (let count = 8; count < 240; count += 1) {
      // The attacker waits as long as the delays require.
      if (count % 16 === 15) await advance(60 * 60, node, other);
      const name = await guessDirectly(wrong(), `attacker-${count}`, count % 2 ? node : other);
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    expect(names.get('CODE_INCORRECT')).toBe(maxFailures - 5);
    expect([...names.keys()].toSorted()).toEqual(['CODE_INCORRECT', 'CODE_PAUSED', 'FACTOR_LOCKED']);

    expect((await guess(right(), 'attacker-1', 1)).header.errCode).toBe('11008');
    const signedIn = await guess(right(), own, 2);
    expect(signedIn.status).toBe(200);

    await delivered(node);
    expect((await noticesOf(node)).length).toBeLessThanOrEqual(before + 2);
    expect((await noticesOf(node)).length).toBeGreaterThan(before);
    const log = await clientOf(node, {
      access_token: present(signedIn.result.access_token),
    }).security.listSecurityLog();
    expect(log.find(({ act }) => act === 'codes locked')).toMatchObject({
      actor: 'system',
      factor: 'authenticator',
      location: '203.0.113.…',
    });
    const alerts = await listAlerts(node.server.services.db);
    expect(alerts).toMatchObject([{ kind: 'codes-locked', entityId: await customerId() }]);
  });

  test('is answered with the time of the next try, and uses no try of the challenge until then', async () => {
    const device = 'patient';
    for (let count = 0; count < 5; count += 1) await guess(wrong(), device, count);
    const { result } = await login(node, { ...mei, device });
    for (let count = 0; count < 6; count += 1) {
      const paused = await token(node, { ...mei, device }, result.challengeId, { checkType: 3, code: right() });
      expect(paused).toMatchObject({ status: 429, header: { errCode: '11007' } });
      const availableAt = present(textField(paused.result, 'availableAt'));
      const seconds = (Date.parse(availableAt) - node.server.services.clock.now().getTime()) / 1000;
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(delayAfter(5));
      expect(Number(paused.headers.get('retry-after'))).toBe(Math.ceil(seconds));
    }
    await advance(30, node, other);
    const answer = await token(node, { ...mei, device }, result.challengeId, { checkType: 3, code: wrong() });
    expect(answer).toMatchObject({ header: { errCode: '11001' }, result: { remainingTries: 4 } });
  });

  test('notifies the owner once a day, by mail and in the security log', async () => {
    const before = (await noticesOf(node)).length;
    for (let count = 0; count < 30; count += 1) {
      await guess(wrong(), `attacker-${count}`, count);
      if (count % 6 === 5) await advance(10 * 60, node, other);
    }
    await eventually(async () => ((await noticesOf(node)).length > before ? true : undefined));
    const [notice] = await noticesOf(node);
    expect(notice?.text).toMatch(/authenticator app codes .* “Freeze my account”/s);
    await delivered(node);
    expect(await noticesOf(node)).toHaveLength(before + 1);
  });

  test('locks one factor; a device that signs in with another factor may use both', async () => {
    const device = 'new-phone';
    for (let count = 0; count < maxFailures; count += 1) {
      await advance(60 * 60, node, other);
      await guess(wrong(), 'attacker', count);
    }
    expect((await guess(right(), device, 1)).header.errCode).toBe('11008');
    expect((await signIn(node, { ...mei, device })).access_token).toBeDefined();
    const answer = await guess(right(), device, 1);
    expect([answer.status, textField(answer.result, 'reasonCode')]).toEqual(
      answer.status === 200 ? [200, undefined] : [422, 'already-used'],
    );
  });

  test('counts recovery codes separately', async () => {
    const device = 'stranger';
    for (let count = 0; count < 5; count += 1) await guess(wrong(), device, count);
    const { result } = await login(node, { ...mei, device });
    const answer = await token(node, { ...mei, device }, result.challengeId, {
      checkType: 3,
      recoveryCode: 'AAAA-AAAA',
    });
    expect(answer.header.errCode).toBe('11001');
  });
});

describe('the count of failures', () => {
  const attempt = (account: string) =>
    ({ account, customerId: null, deviceHash: null, bucket: 'sign-in', factor: 'sms' }) as const;

  test('rises before the check: of 64 concurrent tries, five are checked (control 5)', async () => {
    const tries = await Promise.all(
      Array.from({ length: 64 }, (_, count) =>
        countAttempts((count % 2 ? node : other).server.services, [attempt('parallel')]),
      ),
    );
    expect(tries.flat().filter((count) => 'failures' in count)).toHaveLength(5);
  });

  test('follows the model: tries, waits and successes in any order (control 5)', async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('fail' as const) }),
      fc.record({ type: fc.constant('succeed' as const) }),
      fc.record({ type: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 5000 }) }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        run += 1;
        const account = `model-${run}`;
        // Later than any cleanup.
        let now = Date.parse('2126-01-01T00:00:00Z');
        const { db } = node.server.services;
        const services = { db, clock: { now: () => new Date(now) } };
        let failures = 0;
        let availableAt = 0;
        for (const each of steps) {
          if (each.type === 'wait') {
            now += each.seconds * 1000;
            continue;
          }
          const [count] = await countAttempts(services, [attempt(account)]);
          const isOpen = failures < maxFailures && availableAt <= now;
          expect(count && 'failures' in count).toBe(isOpen);
          if (!count || !('failures' in count)) {
            expect(count?.availableAt?.getTime()).toBe(failures < maxFailures ? availableAt : undefined);
            continue;
          }
          failures += 1;
          availableAt = now + delayAfter(failures) * 1000;
          expect(count.failures).toBe(failures);
          if (each.type === 'succeed') {
            await resetFailures(services, [count]);
            failures = 0;
            availableAt = 0;
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});
