import { randomUUID } from 'node:crypto';
import type { MfaCheck } from '@wusd/api-sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { consumeRecipientLimit } from '../src/platform/outbox/recipient-limits.ts';
import {
  advance,
  arun,
  clientOf,
  codeFor,
  delivered,
  eventually,
  json,
  login,
  mei,
  type Node,
  seal,
  send,
  signIn,
  startTwoNodes,
} from '../testing/harness.ts';

const smsDailyCap = 40;
const { node, other } = await startTwoNodes({ trustedProxies: 1, smsDailyCap });

const somchai = { username: 'somchai@demo.example', password: mei.password, phone: '+66812345678' };

let calls = 0;
/** A new caller address for each call. */
function from(): Record<string, string> {
  calls += 1;
  return { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${Math.floor(calls / 200)}.${calls % 200}` };
}

/** Requests a code for a new challenge of a forgotten password. @returns the HTTP status */
async function forgotten(email: string, channel: 'sms' | 'email', at: Node = node) {
  const begun = await send<{ challengeId: string }>(at, 'POST', '/user/forgot-password-precheck', {
    ...json({ email }),
    headers: from(),
  });
  return codeOf(begun.result.challengeId, channel, at);
}

async function codeOf(challengeId: string, channel: 'sms' | 'email', at: Node = node) {
  const answer = await send(at, 'POST', `/mfa/send-${channel}-otp`, { ...json({ challengeId }), headers: from() });
  return { status: answer.status, errCode: answer.header.errCode, retryAfter: answer.headers.get('retry-after') };
}

async function register(email: string) {
  const payload = await seal(await node.api.config.get(), { password: 'Tall-Ships-2026!' });
  const body = { accountType: 'individual', email, payload, phoneNumber: '+6591234567', identity: arun };
  const answer = await send(node, 'POST', '/user/register', { ...json(body), headers: from() });
  return { status: answer.status, errCode: answer.header.errCode, retryAfter: answer.headers.get('retry-after') };
}

async function received(recipient: string): Promise<number> {
  await delivered(node);
  return (await node.api.sandbox.mailbox(recipient)).messages.length;
}

beforeEach(() => advance(25 * 60 * 60, node, other));
describe('a stranger who requests codes for an account', () => {
  test('can send a number five SMS in half an hour and ten a day, over all challenges and nodes (control 9)', async () => {
    const before = await received(mei.phone);
    const statuses: number[] = [];
    for (let count = 0; count < 29; count += 1)
      statuses.push((await forgotten(mei.username, 'sms', count % 2 ? node : other)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await received(mei.phone)).toBe(before + 5);
    for (let half = 0; half < 4; half += 1) {
      await advance(30 * 60 + 1, node, other);
      for (let count = 0; count < 6; count += 1) await forgotten(mei.username, 'sms');
    }
    expect(await received(mei.phone)).toBe(before + 10);
  });

  test('can send an address ten mails an hour, over registrations and forgotten passwords together (control 9)', async () => {
    const before = await received(mei.username);
    const statuses: number[] = [];
    for (let count = 0; count < 29; count += 1)
      statuses.push((await (count % 2 ? register(mei.username) : forgotten(mei.username, 'email'))).status);
    await send(node, 'POST', '/user/resend-activation', { ...json({ email: mei.username }), headers: from() });
    expect(await received(mei.username)).toBe(before + 10);
  });

  test('gets the same answers for an address without an account (control 4)', async () => {
    const sequence = async (email: string) => {
      const answers = [];
      for (let count = 0; count < 12; count += 1)
        for (const channel of ['sms', 'email'] as const) {
          const { retryAfter, ...answer } = await forgotten(email, channel);
          answers.push({ ...answer, waits: retryAfter !== null });
        }
      return answers;
    };
    const known = await sequence(mei.username);
    expect(known.some(({ status }) => status === 429)).toBe(true);
    expect(await sequence(`nobody.${randomUUID()}@example.com`)).toEqual(known);
  });

  test('cannot find the owner of a number by using up its limit (control 4)', async () => {
    const { db, vault } = node.server.services;
    // Five SMS by another stranger, e.g. for activations with this number.
    for (let count = 0; count < 5; count += 1)
      await consumeRecipientLimit({ db, clock: node.server.services.clock, vault }, 'sms', mei.phone, 'stranger');
    const before = await received(mei.phone);
    expect((await forgotten(mei.username, 'sms')).status).toBe(200);
    expect(await received(mei.phone)).toBe(before);
  });

  test('does not prevent the owner from signing in or approving a payment (control 9)', async () => {
    for (let count = 0; count < 12; count += 1) {
      await forgotten(mei.username, 'sms');
      await forgotten(mei.username, 'email');
    }
    const tokens = await signIn(node);
    const { challengeId } = (await login(node, mei)).result;
    expect((await codeOf(challengeId, 'sms')).status).toBe(200);
    const api = clientOf(node, tokens);
    const { intentId = '' } = await api.security.reviewAntiPhishingCode('Merlion88');
    expect(await api.mfa.sendSmsOtp({ intentId })).toHaveProperty('resendAt');
  });
});

test('a caller with the password can send five SMS in half an hour (control 9)', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1)
    statuses.push((await codeOf((await login(node, mei)).result.challengeId, 'sms')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.slice(5)).toEqual([429, 429, 429]);
});

test('a session can send five SMS to a new number (control 9)', async () => {
  const api = clientOf(node, await signIn(node, somchai));
  const proof = await api.contact.reviewPhoneProof();
  const sent = { intentId: proof.intentId ?? '' };
  await api.mfa.sendSmsOtp(sent);
  await api.mfa.sendEmailOtp(sent);
  await delivered(node);
  const codes = [await codeFor(node, somchai.phone), await codeFor(node, somchai.username)];
  const mfa: MfaCheck[] = [
    { checkType: 1, code: codes[0] ?? '' },
    { checkType: 2, code: codes[1] ?? '' },
  ];
  const { precheckId } = await api.contact.provePhone({ intent: proof, mfa });
  const phoneNumber = '+6598765432';
  const answers: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    const { intentId = '' } = await api.contact.reviewPhoneChange({ phoneNumber, precheckId });
    const outcome = await api.mfa.sendSmsOtp({ intentId }).safe();
    answers.push(outcome.ok || outcome.error.name !== 'ApiError' ? 'sent' : (outcome.error.errorName ?? ''));
  }
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'sent'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  expect(await received(phoneNumber)).toBe(5);
});

describe('the daily cap of SMS', () => {
  test('refuses strangers before sessions, returns its own error, and alerts operators once (control 9)', async () => {
    const { db, clock } = node.server.services;
    const tokens = await signIn(node);
    await db
      .insertInto('throttle')
      .values({ key: `sms-of-day:${clock.now().toISOString().slice(0, 10)}`, window_start: clock.now(), count: 31 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: 31 }))
      .execute();
    expect((await forgotten(mei.username, 'sms')).status).toBe(200);
    for (const email of [mei.username, `nobody.${randomUUID()}@example.com`]) {
      const refused = await forgotten(email, 'sms');
      expect(refused).toMatchObject({ status: 503, errCode: '11009' });
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(24 * 60 * 60);
    }
    const alerts = await listAlerts(db);
    expect(alerts.filter(({ kind }) => kind === 'sms-daily-cap')).toMatchObject([
      { entityId: 'sms', details: { limit: String(smsDailyCap) }, count: 2 },
    ]);
    // A fifth of the cap is reserved for sessions, which approve payments.
    const api = clientOf(node, tokens);
    const codes: boolean[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { intentId = '' } = await api.security.reviewAntiPhishingCode('Merlion88');
      codes.push((await api.mfa.sendSmsOtp({ intentId }).safe()).ok);
    }
    expect(codes).toEqual([true, true, true, true, true, true, true, true, false, false]);
    await eventually(async () => ((await received(mei.phone)) > 0 ? true : undefined));
  });

  test('counts no SMS to an address without an account', async () => {
    const { db, clock } = node.server.services;
    for (let count = 0; count < 4; count += 1) await forgotten(`nobody.${randomUUID()}@example.com`, 'sms');
    const row = await db
      .selectFrom('throttle')
      .select('count')
      .where('key', '=', `sms-of-day:${clock.now().toISOString().slice(0, 10)}`)
      .executeTakeFirst();
    expect(row?.count ?? 0).toBe(0);
  });
});
