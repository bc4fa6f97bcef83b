import { randomUUID } from 'node:crypto';
import type { ActReview, WalletClient } from '@wusd/api-sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { operationOf } from '../testing/contract-examples.ts';
import { present } from '@wusd/server-kit/testing/present';
import { advance, bearer, clientOf, json, mei, send, signIn, type Tokens } from '../testing/harness.ts';
import {
  type Act,
  answerOf,
  captcha,
  described,
  entityId,
  methods,
  proveBy,
  type Review,
  startLoggedActs,
  wrong,
} from '../testing/contract-commands.ts';

// Rules that all commands share. Here the effect of a command is a log line, and its answer is the contract's example.

const { node, other, effect } = await startLoggedActs();

let tokens: Tokens;
let api: WalletClient;
/** The same session on the other node. */
let there: WalletClient;
beforeEach(async () => {
  // Rate limits of the previous test have expired.
  await advance(61, node, other);
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
});

const prove = (intent: ActReview) => proveBy(node, { api, there }, intent);

test('these tests cover every command of the contract', () => {
  expect(Object.keys(methods).toSorted()).toEqual(described.map(({ operation }) => operation.operationId).toSorted());
});

describe.each(
  Object.entries<[Review, Act]>(methods).map(([operationId, [review, act]]) => ({ operationId, review, act })),
)('$operationId', ({ operationId, review, act }) => {
  const look = async (client = api) => review(client);

  test('executes once with its own codes, and answers a repeat before it checks codes and captcha', async () => {
    const before = await effect(operationId);
    const intent = await look();
    const mfa = await prove(intent);
    const [one, ...rest] = mfa;
    const first = present(one);
    await expect(
      act(there, { intent, mfa: [{ ...first, code: wrong(first.code) }, ...rest], ...captcha(operationId) }),
    ).rejects.toMatchObject({ errorName: 'CODE_INCORRECT', details: { remainingTries: 4 } });
    if (mfa.length > 1)
      await expect(act(api, { intent, mfa: mfa.slice(1), ...captcha(operationId) })).rejects.toMatchObject({
        errorName: 'CHECK_MISSING',
      });
    expect(await effect(operationId)).toBe(before);
    expect(await act(there, { intent, mfa, ...captcha(operationId) })).toEqual(answerOf(operationId));
    expect(await act(api, { intent, mfa: [] })).toEqual(answerOf(operationId));
    expect(await effect(operationId)).toBe(before + 1);
  });

  test('is refused with a foreign scene, intent or session, and after the intent expires', async () => {
    const before = await effect(operationId);
    const intent = await look();
    const mfa = await prove(intent);
    const { path, method, operation } = operationOf(operationId);
    const { 'x-mfa-scene': scene = 0, 'x-captcha': action } = operation;
    const foreign = { sceneType: (scene % 18) + 1, intentId: intent.intentId, checks: mfa };
    const body = operation.requestBody?.content['application/json']?.example;
    const raw = await send(
      node,
      method.toUpperCase(),
      `${path.replace('{id}', entityId)}?recaptchaToken=simulated:${action}:${randomUUID()}`,
      {
        ...(body === undefined ? {} : json(body)),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...bearer(tokens).headers,
          'x-mfa': Buffer.from(JSON.stringify(foreign)).toString('base64url'),
        },
      },
    );
    expect(raw.header.errCode).toBe('11006');

    const second = await look();
    await expect(act(api, { intent: second, mfa, ...captcha(operationId) })).rejects.toMatchObject({
      errorName: 'CODE_INCORRECT',
    });
    await expect(
      act(api, { intent: { intentId: 'int_01hqxyz0000000000000' }, mfa, ...captcha(operationId) }),
    ).rejects.toMatchObject({ errorName: 'INTENT_EXPIRED' });
    await expect(act(api, { mfa, ...captcha(operationId) })).rejects.toMatchObject({ errorName: 'INTENT_EXPIRED' });

    const stranger = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    for (const who of [stranger, node.api])
      await expect(who.mfa.sendEmailOtp({ intentId: present(intent.intentId) })).rejects.toMatchObject({
        errorName: 'INTENT_EXPIRED',
      });
    await expect(act(stranger, { intent, mfa, ...captcha(operationId) })).rejects.toMatchObject({
      errorName: 'INTENT_EXPIRED',
    });
    await advance(5 * 60, node, other);
    await expect(act(api, { intent, mfa, ...captcha(operationId) })).rejects.toMatchObject({
      errorName: 'INTENT_EXPIRED',
    });
    expect(await effect(operationId)).toBe(before);
  });
});
