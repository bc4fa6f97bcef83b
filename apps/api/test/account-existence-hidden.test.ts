import { AsyncLocalStorage } from 'node:async_hooks';
import type { MfaCheck } from '@wusd/api-sdk';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { createCustomer } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { type Answer, arun, json, login, mei, seal, send, startTwoNodes, token } from '../testing/harness.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { present } from '@wusd/server-kit/testing/present';

// Public calls never disclose whether an address has an account or which factors it uses.
// The response and the database work are the same in every case.

const { node } = await startTwoNodes({ trustedProxies: 1 });

/** Email addresses by the state of their account. */
const accounts = {
  unknown: 'nobody@demo.example',
  'with an authenticator': mei.username,
  'without an authenticator': 'somchai@demo.example',
  frozen: 'frozen@demo.example',
  'not activated': 'waiting@demo.example',
};

const statements = new AsyncLocalStorage<string[]>();
// oxlint-disable-next-line typescript/unbound-method -- called with its client
const { query } = pg.Client.prototype;

beforeAll(async () => {
  const { services, app } = node.server;
  const { db, clock, vault } = services;
  await transact(db, async (trx) => {
    const customer = await findCustomerByEmail(trx, vault, mei.username);
    if (!customer) throw new Error('No demo customer');
    const { passwordHash, fullName } = customer;
    const person = { accountType: 'individual', language: 'en_US', phone: '+6581111111', fullName } as const;
    await createCustomer(trx, clock, vault, {
      ...person,
      status: 'frozen',
      identityStatus: 'verified',
      onboarded: true,
      email: accounts.frozen,
      passwordHash,
    });
  });
  const payload = await seal(await node.api.config.get(), { password: 'Tall-Ships-2026!' });
  const body = { accountType: 'individual' as const, email: accounts['not activated'], payload, identity: arun };
  await node.api.registration.register({ ...body, phoneNumber: '+6591234567' });

  // Collects the database queries of each call under its x-collect header.
  app.server.prependListener('request', (request) => {
    const counted = collected.get(String(request.headers['x-collect']));
    if (counted) statements.enterWith(counted);
  });
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, client, given: unknown[]) {
      const [first] = given;
      statements.getStore()?.push(typeof first === 'string' ? first : (textField(first, 'text') ?? ''));
      return Reflect.apply(target, client, given);
    },
  });
});
afterAll(() => {
  pg.Client.prototype.query = query;
});

const collected = new Map<string, string[]>();
let calls = 0;

/** The response without ids and times, and the database queries of the call. */
async function seen(call: (headers: Record<string, string>) => Promise<Answer>) {
  calls += 1;
  const work: string[] = [];
  collected.set(String(calls), work);
  // Every call has its own address, so limits by address do not apply.
  const address = `198.51.${Math.floor(calls / 200)}.${calls % 200}`;
  const answer = await call({ 'x-forwarded-for': address, 'x-collect': String(calls) });
  const { status, header, result } = answer;
  const shown = JSON.stringify({ status, header: { ...header, serverTime: '' }, result });
  return {
    answer,
    // Ids and times differ from call to call, and a registration masks the email address in its response.
    shown: shown
      .replaceAll(/"[^"]*\*\*\*[^"]*@demo\.example"/g, '"masked"')
      .replaceAll(/"(chl|int)_\w+"/g, '"id"')
      .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"time"'),
    // One notification may serve several calls, so pg_notify is not compared.
    statements: work
      .map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60))
      .filter((text) => !text.includes('pg_notify')),
  };
}

const code = '000000';
const forms: MfaCheck[] = [
  { checkType: 1, code },
  { checkType: 2, code },
  { checkType: 3, code },
  { checkType: 3, recoveryCode: 'AAAA-AAAA' },
];
const subsets = Array.from({ length: 2 ** forms.length }, (_, bits) =>
  forms.filter((_form, index) => bits & (1 << index)),
)
  // The X-MFA header holds at most three checks.
  .filter(({ length }) => length <= 3);

const header = (sceneType: number, challengeId: string, checks: MfaCheck[]) => ({
  'x-mfa': Buffer.from(JSON.stringify({ sceneType, challengeId, checks })).toString('base64url'),
});

async function outcomesOf(ask: (email: string) => Promise<Awaited<ReturnType<typeof seen>>[]>) {
  const outcomes = [];
  for (const [name, email] of Object.entries(accounts)) {
    const all = await ask(email);
    outcomes.push([
      name,
      { shown: all.map(({ shown }) => shown), statements: all.map((each) => each.statements) },
    ] as const);
  }
  return new Map(outcomes);
}

/** The expected outcomes: every account looks like an unknown one. */
const allLike = (outcomes: Awaited<ReturnType<typeof outcomesOf>>) =>
  new Map(Object.keys(accounts).map((name) => [name, outcomes.get('unknown')]));

describe('an account with a known email address', () => {
  test.each(subsets.map((checks) => [JSON.stringify(checks), checks] as const))(
    'a forgotten password proved by %s gets the same response with the same work (control 4)',
    async (_, checks) => {
      const outcomes = await outcomesOf(async (email) => {
        const begun = await seen((headers) =>
          send(node, 'POST', '/user/forgot-password-precheck', {
            ...json({ email }),
            headers: { ...headers, 'content-type': 'application/json' },
          }),
        );
        const challengeId = present(textField(begun.answer.result, 'challengeId'));
        const otp = (path: string) =>
          seen((headers) =>
            send(node, 'POST', path, {
              ...json({ challengeId }),
              headers: { ...headers, 'content-type': 'application/json' },
            }),
          );
        const validate = () =>
          seen((headers) =>
            send(node, 'POST', '/user/forgot-password-validate', {
              headers: { ...headers, ...header(4, challengeId, checks) },
            }),
          );
        // Once before a code was sent and once after. The second email code comes too soon.
        const before = await validate();
        const sent = [
          await otp('/mfa/send-sms-otp'),
          await otp('/mfa/send-email-otp'),
          await otp('/mfa/send-email-otp'),
        ];
        return [begun, before, ...sent, await validate()];
      });
      expect(outcomes).toEqual(allLike(outcomes));
    },
  );

  test('a registration and a sign-in with its password get the same response with the same work (control 4)', async () => {
    const password = 'Tall-Ships-2026!';
    const payload = await seal(await node.api.config.get(), { password });
    // Earlier tests must not count towards the message limits.
    await node.server.services.db.deleteFrom('throttle').execute();
    const outcomes = await outcomesOf(async (email) => {
      const registered = await seen((headers) =>
        send(node, 'POST', '/user/register', {
          ...json({ accountType: 'individual', email, payload, phoneNumber: '+6591234567', identity: arun }),
          headers: { ...headers, 'content-type': 'application/json' },
        }),
      );
      expect(registered.answer.status).toBe(200);
      // The password of a repeated registration must not show that the address has an account.
      const pending = await seen((headers) => login(node, { username: email, password }, headers));
      expect(pending.answer.header.errCode).toBe('10005');
      const credentials = { username: email, password };
      return [
        registered,
        pending,
        await seen((headers) => token(node, credentials, 'chl_01hqxyz0000000000000', { checkType: 3, code }, headers)),
      ];
    });
    expect(outcomes).toEqual(allLike(outcomes));
  });

  test('a wrong password, with or without codes, gets the same response with the same work (control 4)', async () => {
    const outcomes = await outcomesOf(async (username) => {
      const credentials = { username, password: 'wrong', device: 'stranger' };
      return [
        await seen((headers) => login(node, credentials, headers)),
        await seen((headers) => token(node, credentials, 'chl_01hqxyz0000000000000', { checkType: 3, code }, headers)),
      ];
    });
    expect(outcomes).toEqual(allLike(outcomes));
    expect(outcomes.get('unknown')?.statements.flat().length).toBeGreaterThan(0);
  });
});
