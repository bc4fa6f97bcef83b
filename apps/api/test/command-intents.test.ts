import { type ActReview, ApiError, type WalletClient } from '@wusd/api-sdk';
import { beforeEach, expect, test } from 'vitest';
import { exampleBody } from '../testing/contract-examples.ts';
import { present } from '@wusd/server-kit/testing/present';
import { advance, clientOf, signIn } from '../testing/harness.ts';
import { answerOf, captcha, methods, proveBy, startLoggedActs, wrong } from '../testing/contract-commands.ts';

// An intent is valid for one command as reviewed, for five tries and for one effect. A failed command has no effect.

let failing = false;
const { node, other, effect } = await startLoggedActs(() => failing);

let api: WalletClient;
/** The same session on the other node. */
let there: WalletClient;
beforeEach(async () => {
  // Rate limits of the previous test have expired.
  await advance(61, node, other);
  const tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
});

const prove = (intent: ActReview) => proveBy(node, { api, there }, intent);

test('an intent is valid for one command with one body only (control 8)', async () => {
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

// A command with a captcha also leases its intent. Without a captcha, only the customer's row lock separates repeats.
test.each(['withdrawFiat', 'addBlockchainAddress'] as const)(
  '%s: 64 racing repeats on two nodes have one effect and one answer (control 20)',
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

test('a command that fails midway has no effect and leaves its intent valid', async () => {
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

test('a captcha is required where the contract says so', async () => {
  const intent = await api.otc.review(exampleBody('submitOtc'));
  const mfa = await prove(intent);
  await expect(api.otc.submit(exampleBody('submitOtc'), { intent, mfa })).rejects.toMatchObject({
    errorName: 'CAPTCHA_FAILED',
  });
});
