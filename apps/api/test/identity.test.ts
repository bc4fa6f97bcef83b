import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProvider } from '../src/gateways/identity-provider.ts';
import { systemClock } from '@wusd/server-kit/clock';
import { transact } from '../src/platform/database/database.ts';
import { createCustomer } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomer } from '../src/commands/customers.ts';
import {
  decideIdentity,
  requestIdentityCheck,
  resubmitIdentity,
} from '../src/domains/identity-access/identity/identity.ts';
import type { IdentityOutcome, IdentityPort } from '../src/gateways/ports.ts';
import { createSimulatedIdentity, setIdentityOutcome } from '../src/sandbox/identity.ts';
import { runOperator } from '../testing/process.ts';
import { operatorOf } from '../testing/operator.ts';
import { advance, arun, clientOf, delivered, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

const { database, node, other } = await startTwoNodes();

const { password } = mei;
const somchai = { username: 'somchai@demo.example', password };
const harbour = { username: 'harbour@demo.example', password };
const identity = {
  fullName: 'Somchai Jaidee',
  gender: 'male' as const,
  nationality: 'TH',
  residence: 'TH',
  idType: 'passport' as const,
  idNumber: 'AA5550001',
  residentialAddress: { addressLine: '88 Wireless Road', city: 'Bangkok', postalCode: '10330' },
};
const decided = (email: string, outcome: 'approved' | 'rejected', reasonCode?: string) =>
  node.api.sandbox.createEvent({
    type: 'verification',
    subjectId: email,
    outcome,
    ...(reasonCode !== undefined && { reasonCode }),
  });
const statusOf = async (api: ReturnType<typeof clientOf>) => (await api.user.getAuthUser()).identityStatus;
const newestMail = async (email: string) => {
  await delivered(node);
  return (await node.api.sandbox.mailbox(email)).messages[0];
};

test('an individual is rejected with a reason, submits again, and is verified', async () => {
  const api = clientOf(other, await signIn(node, somchai));
  expect(await api.user.getProfile()).toMatchObject({
    identityStatus: 'pending verification',
    identity: { idNumber: '•••••0009', residentialAddress: { city: 'Bangkok' } },
    factors: [1, 2],
  });
  // A second submission while waiting is refused with the possible next moves.
  await expect(api.user.resubmitVerification(identity)).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
    status: 409,
    details: {
      nextMoves: expect.arrayContaining([{ to: 'verified', who: 'Operations' }]),
    },
  });

  await decided(somchai.username, 'rejected', 'document-expired');
  await eventually(async () => ((await statusOf(api)) === 'verification failed' ? true : undefined));
  expect((await api.user.getProfile()).identityReason).toBe('The document has expired.');
  expect(await newestMail(somchai.username)).toMatchObject({
    subject: 'เรายืนยันตัวตนของคุณไม่สำเร็จ',
    text: expect.stringContaining('เอกสารหมดอายุแล้ว'),
  });

  await expect(api.user.resubmitVerification({ ...identity, nationality: 'ZZ' })).rejects.toMatchObject({
    errorName: 'INVALID_REQUEST',
    details: { field: '/body/nationality', reasonCode: 'unknown-country' },
  });
  const again = await api.user.resubmitVerification(identity);
  expect(again).toMatchObject({ identityStatus: 'pending verification', identity: { idNumber: '•••••0001' } });
  expect(again.identityReason).toBeUndefined();
  // The simulated provider rejects this document number after its check.
  await eventually(async () => {
    await advance(5, node, other);
    return (await statusOf(api)) === 'verification failed' ? true : undefined;
  });
  await api.user.resubmitVerification({ ...identity, idNumber: 'AA5554321' });
  await eventually(async () => {
    await advance(5, node, other);
    return (await statusOf(api)) === 'verified' ? true : undefined;
  });
  expect(await newestMail(somchai.username)).toMatchObject({ subject: 'ยืนยันตัวตนของคุณแล้ว' });

  const { db } = node.server.services;
  const { userId } = await api.user.getProfile();
  const history = await db
    .selectFrom('state_log')
    .select(['to_status', 'actor', 'reason'])
    .where('entity_id', '=', `identity:${userId}`)
    .orderBy('version')
    .execute();
  expect(history.map(({ to_status: to, actor, reason }) => [to, actor, reason])).toEqual([
    ['pending verification', 'customer', null],
    ['verification failed', 'system', 'document-expired'],
    ['pending verification', 'customer', null],
    ['verification failed', 'system', 'details-mismatch'],
    ['pending verification', 'customer', null],
    ['verified', 'system', null],
  ]);
});

test('a decision on an earlier submission does not apply to a later one', async () => {
  const { services } = node.server;
  const email = `late.${Date.now()}@example.com`;
  const customerId = await transact(services.db, (trx) =>
    createCustomer(trx, services.clock, services.vault, {
      accountType: 'individual',
      status: 'active',
      identityStatus: 'pending verification',
      onboarded: true,
      language: 'en_US',
      email,
      phone: '+6591234567',
      fullName: arun.fullName,
      passwordHash: '',
      identity: { ...arun, idNumber: 'Z7650009' },
    }),
  );
  const open = () =>
    services.db
      .selectFrom('identity_check')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
  await transact(services.db, (trx) =>
    requestIdentityCheck(trx, services, { id: customerId, accountType: 'individual' }),
  );
  const first = await open();
  const operator = { actor: 'Operations', operator: 'priya' } as const;
  await decideIdentity(services, customerId, { to: 'verification failed', reason: 'document-unreadable' }, operator);
  await resubmitIdentity(services, customerId, { ...arun, idNumber: 'Z7660009' });
  const second = await open();
  expect(second?.id).not.toBe(first?.id);
  const verified = (checkId = '') =>
    decideIdentity(services, customerId, { to: 'verified' }, { actor: 'system', checkId });
  await expect(verified(first?.id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  // The later check is still open, and only its own decision counts.
  expect(await open()).toEqual(second);
  await verified(second?.id);
  expect(await findCustomer(services.db, services.vault, customerId)).toMatchObject({ identityStatus: 'verified' });
});

describe('an operator', () => {
  const operator = operatorOf(node.server.services);

  test('opens a company’s account, which is notified by mail and in its session', async () => {
    const tokens = await signIn(node, harbour);
    const api = clientOf(node, tokens);
    expect((await api.user.getAuthUser()).scopes).not.toContain('wallet');
    expect(await operator('identities')).toContain('harbour@demo.example');
    expect(await operator('verify', 'harbour@demo.example', '--operator', 'priya')).toBe(
      'harbour@demo.example: verified',
    );
    expect(await api.user.getAuthUser()).toMatchObject({
      identityStatus: 'verified',
      scopes: expect.arrayContaining(['wallet.wallets']),
    });
    expect(await newestMail(harbour.username)).toMatchObject({ subject: '您的企业账户已开通' });
    const { db } = node.server.services;
    const { userId } = await api.user.getProfile();
    expect(
      await db
        .selectFrom('audit_log')
        .select(['act', 'actor', 'details'])
        .where('customer_id', '=', userId)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ act: 'identity verified', actor: 'Operations', details: { operator: 'priya' } });
    const live = await db
      .selectFrom('event')
      .select('type')
      .where('customer_id', '=', userId)
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(live?.type).toBe('406');

    // A recheck that fails keeps the pages accessible and holds the money.
    expect(await operator('recheck-identity', userId)).toContain('pending verification');
    await operator('reject', userId, '--reason', 'documents-missing');
    expect(await api.user.getProfile()).toMatchObject({
      identityStatus: 'verification failed',
      identityReason: 'Documents are missing.',
    });
  });

  test('gets an error text and an exit code for a wrong command and for a refused transition', async () => {
    const run = (...args: string[]) => runOperator({ databaseUrl: database }, ...args);
    await expect(operator('verify', 'nobody@demo.example')).rejects.toThrow(
      'There is no customer nobody@demo.example.',
    );
    const unknownReason = await run('reject', 'mei@demo.example', '--reason', 'looks');
    expect(unknownReason).toMatchObject({ code: 2, out: expect.stringContaining('document-expired') });
    expect(await run('verify', 'mei@demo.example')).toEqual({
      code: 1,
      out: 'This change is not allowed in the current status. Allowed now: pending verification (Operations).',
    });
  });
});

const person = { ...identity, idNumber: 'K1' };

/** An identity provider and a function that sets its decision. */
interface Provider {
  port: IdentityPort;
  decide(reference: string, outcome: IdentityOutcome): Promise<void>;
}

const known = new Map<string, { status: string; reasonCode?: string }>();
const server = createServer((request, response) => {
  void (async () => {
    const answer = (status: number, body?: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (request.headers.authorization !== 'Bearer provider-token') return answer(401);
    const reference = /^\/v1\/checks\/(.+)$/.exec(request.url ?? '')?.[1];
    if (request.method === 'GET') {
      const found = known.get(decodeURIComponent(reference ?? ''));
      return found ? answer(200, found) : answer(404);
    }
    const { id } = parseJson(v.object({ id: v.string() }), await text(request));
    if (!known.has(`check/${id}`)) known.set(`check/${id}`, { status: 'pending' });
    return answer(201, { reference: `check/${id}` });
  })();
});
beforeAll(() => new Promise<void>((resume) => void server.listen(0, '127.0.0.1', resume)));
afterAll(() => void server.close());

const providers: [string, () => Provider][] = [
  [
    'the provider',
    () => ({
      port: createIdentityProvider({
        url: `http://127.0.0.1:${portOf(server)}/v1`,
        token: 'provider-token',
      }),
      async decide(reference, outcome) {
        known.set(
          reference,
          outcome.to === 'verified' ? { status: 'approved' } : { status: 'rejected', reasonCode: outcome.reason },
        );
      },
    }),
  ],
  [
    'the simulator',
    () => {
      const { db } = node.server.services;
      return {
        port: createSimulatedIdentity(db, systemClock),
        decide: (reference, outcome) =>
          setIdentityOutcome(db, systemClock, reference, {
            outcome: outcome.to === 'verified' ? 'approved' : 'rejected',
            reasonCode: outcome.to === 'verified' ? null : outcome.reason,
          }),
      };
    },
  ],
];

describe.each(providers)('an identity check at %s', (name, create) => {
  test('exists once for several submissions, and has no outcome before the decision', async () => {
    const { port, decide } = create();
    const reference = await port.submit({ id: `idc_once_${name}`, person });
    expect(await port.submit({ id: `idc_once_${name}`, person })).toBe(reference);
    expect(await port.outcome(reference)).toBeUndefined();
    await decide(reference, { to: 'verified' });
    expect(await port.outcome(reference)).toEqual({ to: 'verified' });
  });

  test('returns the reason of a rejection', async () => {
    const { port, decide } = create();
    const reference = await port.submit({ id: `idc_refused_${name}`, person });
    await decide(reference, { to: 'verification failed', reason: 'document-expired' });
    expect(await port.outcome(reference)).toEqual({ to: 'verification failed', reason: 'document-expired' });
  });

  test('is an error if nobody submitted it', async () => {
    await expect(create().port.outcome('idc_unknown')).rejects.toThrow();
  });
});

test('an unknown answer of a provider is rejected (control 23)', async () => {
  const [, create] = providers[0] ?? [];
  const port = create?.().port;
  known.set('odd', { status: 'rejected', reasonCode: 'because' });
  await expect(port?.outcome('odd')).rejects.toThrow('unknown');
  known.set('odd', { status: 'splendid' });
  await expect(port?.outcome('odd')).rejects.toThrow('unknown');
});
