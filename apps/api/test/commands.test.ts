import { randomUUID } from 'node:crypto';
import { type ActOptions, type ActReview, ApiError, type MfaCheck, type WalletClient } from '@wusd/api-sdk';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../src/platform/audit/audit.ts';
import { type Commands, executeEach } from '../src/commands/command.ts';
import type { CommandName } from '../src/platform/contract/operations.ts';
import { exampleBody, exampleOf, operationOf, operations } from '../testing/contract-examples.ts';
import { present } from '../testing/present.ts';
import {
  advance,
  bearer,
  clientOf,
  delivered,
  json,
  mei,
  send,
  signIn,
  type Tokens,
  startTwoNodes,
} from '../testing/harness.ts';

// What every act has in common, whatever it does: its effect here is a line of the log, its answer the contract's example.

const described = operations.filter(
  ({ operation }) => operation['x-intent'] !== undefined && operation['x-mfa-scene'] !== undefined,
);
const answerOf = (operationId: string): unknown => exampleOf(operationId, 'ok');
/** Where the body has one member, and the SDK takes just that. */
const textOf = (operationId: CommandName): string => String(Object.values(exampleBody(operationId) ?? {})[0]);

type Review = (api: WalletClient) => Promise<ActReview>;
type Act = (api: WalletClient, options: ActOptions) => Promise<unknown>;

/** Each act by the SDK's own methods. */
const methods = {
  changePassword: [
    (api) => api.password.reviewChange(textOf('changePassword')),
    (api, options) => api.password.change(textOf('changePassword'), options),
  ],
  changeMobilePrecheck: [(api) => api.contact.reviewPhoneProof(), (api, options) => api.contact.provePhone(options)],
  changeMobile: [
    (api) => api.contact.reviewPhoneChange(exampleBody('changeMobile')),
    (api, options) => api.contact.changePhone(exampleBody('changeMobile'), options),
  ],
  changeEmailPrecheck: [(api) => api.contact.reviewEmailProof(), (api, options) => api.contact.proveEmail(options)],
  changeEmail: [
    (api) => api.contact.reviewEmailChange(exampleBody('changeEmail')),
    (api, options) => api.contact.changeEmail(exampleBody('changeEmail'), options),
  ],
  setAntiPhishingCode: [
    (api) => api.security.reviewAntiPhishingCode(textOf('setAntiPhishingCode')),
    (api, options) => api.security.setAntiPhishingCode(textOf('setAntiPhishingCode'), options),
  ],
  bindAuthenticator: [
    (api) => api.mfa.reviewAuthenticatorBinding(textOf('bindAuthenticator')),
    (api, options) => api.mfa.bindAuthenticator(textOf('bindAuthenticator'), options),
  ],
  unbindAuthenticator: [
    (api) => api.mfa.reviewAuthenticatorRemoval(),
    (api, options) => api.mfa.unbindAuthenticator(options),
  ],
  renewRecoveryCodes: [(api) => api.mfa.reviewRecoveryCodes(), (api, options) => api.mfa.renewRecoveryCodes(options)],
  submitOtc: [
    (api) => api.otc.review(exampleBody('submitOtc')),
    (api, options) => api.otc.submit(exampleBody('submitOtc'), options),
  ],
  turnOnAutoRedemption: [
    (api) => api.autoRedemption.reviewTurnOn(),
    (api, options) => api.autoRedemption.turnOn(options),
  ],
  withdrawCrypto: [
    (api) => api.cryptoTransactions.reviewWithdrawal(exampleBody('withdrawCrypto')),
    (api, options) => api.cryptoTransactions.withdraw(exampleBody('withdrawCrypto'), options),
  ],
  withdrawFiat: [
    (api) => api.fiatTransactions.reviewWithdrawal(exampleBody('withdrawFiat')),
    (api, options) => api.fiatTransactions.withdraw(exampleBody('withdrawFiat'), options),
  ],
  addBankAccount: [
    (api) => api.bankAccounts.reviewAdd(exampleBody('addBankAccount')),
    (api, options) => api.bankAccounts.add(exampleBody('addBankAccount'), options),
  ],
  editBankAccount: [
    (api) => api.bankAccounts.reviewEdit('bnk_01hqxyz0000000000000', exampleBody('editBankAccount')),
    (api, options) => api.bankAccounts.edit('bnk_01hqxyz0000000000000', exampleBody('editBankAccount'), options),
  ],
  addBlockchainAddress: [
    (api) => api.blockchainAddresses.reviewAdd(exampleBody('addBlockchainAddress')),
    (api, options) => api.blockchainAddresses.add(exampleBody('addBlockchainAddress'), options),
  ],
} satisfies Partial<Record<CommandName, [review: Review, act: Act]>>;

let failing = false;
const effect = async (operationId: string): Promise<number> => {
  const rows = await node.server.services.db
    .selectFrom('audit_log')
    .select('id')
    .where('act', '=', `test ${operationId}`)
    .execute();
  return rows.length;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every command by its name, which the compiler can't follow
const acts = Object.fromEntries(
  described.map(({ operation: { operationId } }) => [
    operationId,
    {
      preview: async () => ({
        review: { ...v.parse(v.looseObject({}), exampleOf(operationId, 'review')), blockers: [] },
      }),
      execute: executeEach(async ({ customer }, trx) => {
        const { clock } = node.server.services;
        await audit(trx, clock, { customerId: customer.id, actor: 'customer', act: `test ${operationId}` });
        if (failing) throw new Error('The domain broke');
        return answerOf(operationId);
      }),
    },
  ]),
) as Commands;
const { node, other } = await startTwoNodes({}, acts);

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
type CodeCheck = Extract<MfaCheck, { code: string }>;

/** A right check for each group of an intent, by SMS where it can be chosen. */
async function prove({ intentId: opened, checkGroups }: ActReview): Promise<CodeCheck[]> {
  const intentId = present(opened);
  const types = checkGroups.map(({ anyOf }) => anyOf[0]?.checkType ?? 2);
  for (const checkType of types)
    await (checkType === 1 ? api.mfa.sendSmsOtp({ intentId }) : there.mfa.sendEmailOtp({ intentId }));
  await delivered(node);
  return Promise.all(
    types.map(async (checkType) => {
      const { messages } = await node.api.sandbox.mailbox(checkType === 1 ? mei.phone : mei.username);
      return { checkType, code: messages.find((message) => message.code !== undefined)?.code ?? '' };
    }),
  );
}

let tokens: Tokens;
let api: WalletClient;
/** The same session on the other node. */
let there: WalletClient;
const captcha = (operationId: string): { captcha?: () => Promise<string> } => {
  const action = operationOf(operationId).operation['x-captcha'];
  return action === undefined ? {} : { captcha: async () => `simulated:${action}:${randomUUID()}` };
};
beforeEach(async () => {
  // The limits of a minute ago are over.
  await advance(61, node, other);
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
});

test('every act of the contract is tried here', () => {
  expect(Object.keys(methods).toSorted()).toEqual(described.map(({ operation }) => operation.operationId).toSorted());
});

describe.each(
  Object.entries<[Review, Act]>(methods).map(([operationId, [review, act]]) => ({ operationId, review, act })),
)('$operationId', ({ operationId, review, act }) => {
  const look = async (client = api) => review(client);

  test('is done once by its own codes, and a repeat gets the answer before codes and captcha are looked at', async () => {
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

  test('is not done by what belongs to another scene, intent, session or time', async () => {
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
      `${path.replace('{id}', 'bnk_01hqxyz0000000000000')}?recaptchaToken=simulated:${action}:${randomUUID()}`,
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

test('an intent of one act is none of another of its scene, nor of another body (control 8)', async () => {
  const intent = await api.blockchainAddresses.reviewAdd(exampleBody('addBlockchainAddress'));
  const mfa = await prove(intent);
  const changed = { ...exampleBody('addBlockchainAddress'), label: 'Another' };
  await expect(api.blockchainAddresses.add(changed, { intent, mfa })).rejects.toMatchObject({
    errorName: 'INTENT_MISMATCH',
    status: 422,
  });
  const proof = await api.contact.reviewPhoneProof();
  await expect(
    api.contact.changePhone(exampleBody('changeMobile'), { intent: proof, mfa: await prove(proof) }),
  ).rejects.toMatchObject({ errorName: 'INTENT_MISMATCH' });
});

// Commands with a captcha also have a lease of their intent; without one only the customer's row keeps repeats apart.
test.each(['withdrawFiat', 'addBlockchainAddress'] as const)(
  '%s: 64 repeats that race, on whichever node, have one effect and one answer (control 20)',
  async (operationId) => {
    const [preview, execute] = methods[operationId];
    const before = await effect(operationId);
    const intent = await preview(api);
    const mfa = await prove(intent);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        execute(index % 2 === 0 ? api : there, { intent, mfa, ...captcha(operationId) }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await effect(operationId)).toBe(before + 1);
  },
);

test('64 parallel guesses at an intent share five tries (control 6)', async () => {
  const intent = await api.mfa.reviewAuthenticatorRemoval();
  const [sms, email] = await prove(intent);
  const guesses = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      (index % 2 === 0 ? api : there).mfa
        .unbindAuthenticator({
          intent,
          mfa: [{ checkType: 1, code: wrong(present(sms).code) }, present(email)],
        })
        .safe(),
    ),
  );
  const refusals = guesses.map((guess) => (guess.ok || !(guess.error instanceof ApiError) ? undefined : guess.error));
  const counted = refusals.filter((error) => error?.errorName === 'CODE_INCORRECT');
  expect(counted.map((error) => error?.details.remainingTries).toSorted()).toEqual([1, 2, 3, 4]);
  expect(refusals.filter((error) => error?.errorName === 'CODE_LOCKED')).toHaveLength(60);
});

test('an act that breaks half-way leaves nothing behind, and its intent as it was', async () => {
  const before = await effect('withdrawCrypto');
  const intent = await api.cryptoTransactions.reviewWithdrawal(exampleBody('withdrawCrypto'));
  const mfa = await prove(intent);
  const withdraw = () =>
    api.cryptoTransactions.withdraw(exampleBody('withdrawCrypto'), { intent, mfa, ...captcha('withdrawCrypto') });
  failing = true;
  await expect(withdraw()).rejects.toMatchObject({ errorName: 'INTERNAL_ERROR' });
  failing = false;
  expect(await effect('withdrawCrypto')).toBe(before);
  expect(await withdraw()).toEqual(answerOf('withdrawCrypto'));
});

test('a captcha is asked for where the contract says so', async () => {
  const intent = await api.otc.review(exampleBody('submitOtc'));
  const mfa = await prove(intent);
  await expect(api.otc.submit(exampleBody('submitOtc'), { intent, mfa })).rejects.toMatchObject({
    errorName: 'CAPTCHA_FAILED',
  });
});
