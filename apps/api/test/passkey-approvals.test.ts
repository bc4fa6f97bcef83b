import type { WalletClient } from '@wusd/api-sdk';
import { paymentChallenge } from '@wusd/payouts/payment-challenge';
import { present } from '@wusd/server-kit/testing/present';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientDataOf } from '../src/commands/passkey-assertions.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { cryptoWithdrawals, signerPasskey } from '../src/domains/transfers/crypto/withdrawals.ts';
import { putCodes } from '../testing/codes.ts';
import { cryptoWithdrawalsOf } from '../testing/crypto-withdrawals.ts';
import { advance, clientOf, delivered, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { freshAddress } from '../testing/new-recipients.ts';
import { createPasskeyDouble, type PasskeyDouble } from '../testing/passkey-double.ts';
import { passkeysOn } from '../testing/passkeys.ts';

// The passkey assertion of a withdrawal is stored with it, so that the signer can verify it over the payment.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db } = services;
const { add, asserted, forgetPasskeys } = passkeysOn(node);

let api: WalletClient;
let passkey: PasskeyDouble;
let saved = '';
const withdrawals = cryptoWithdrawalsOf(node, other, () => ({ api, saved }));
const captcha = async (): Promise<string> => withdrawals.captcha();
afterEach(forgetPasskeys);
beforeEach(async () => {
  await advance(61, node, other);
  api = clientOf(node, await signIn(node, mei));
  passkey = createPasskeyDouble();
  await add(api, passkey, 'mei');
  saved = await withdrawals.addressOf();
});

const assertionOf = (id: string) =>
  db.selectFrom('payout_assertion').selectAll().where('withdrawal_id', '=', id).executeTakeFirst();

/** The payment of a withdrawal, as the signer reads it. */
async function paymentOf(id: string) {
  const row = await db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { network_id: networkId, address, memo, currency, amount } = row;
  return { networkId, to: present(address), memo: memo ?? undefined, currency, amount: BigInt(amount) };
}

const challengeIn = (clientDataJson: Buffer): string | undefined =>
  clientDataOf(clientDataJson.toString('base64url'))?.challenge;

test('the assertion of a withdrawal is stored with it, and its challenge derives from the payment', async () => {
  const body = withdrawals.bodyOf('25.00');
  const intent = await api.cryptoTransactions.reviewWithdrawal(body);
  const { options } = await api.passkeys.checkOptions({ intentId: present(intent.intentId) });
  const assertion = passkey.get(options);
  const mfa = [{ checkType: 4 as const, assertion }];
  const { id } = await api.cryptoTransactions.withdraw(body, { intent, mfa, captcha });
  const stored = present(await assertionOf(id));
  expect(stored.credential_id.toString('base64url')).toBe(passkey.id);
  expect(stored.signature.toString('base64url')).toBe(assertion.signature);
  expect(stored.authenticator_data.toString('base64url')).toBe(assertion.authenticatorData);
  const challenge = challengeIn(stored.client_data_json);
  const payment = await paymentOf(id);
  expect(payment).toMatchObject({ networkId: 3, currency: 'WUSD', amount: 25n * 10n ** 18n });
  expect(challenge).toBe(paymentChallenge(stored.nonce, payment));
  expect(challenge).not.toBe(paymentChallenge(stored.nonce, { ...payment, amount: payment.amount + 1n }));
});

test('the assertion of a withdrawal that saves its recipient is stored too, along with the email code', async () => {
  const body = { money: { currency: 'WUSD' as const, amount: '20.00' }, newRecipient: freshAddress() };
  const intent = await api.cryptoTransactions.reviewWithdrawal(body);
  const codes = await putCodes(services, intent.intentId);
  const mfa = [await asserted(api, intent, passkey), ...codes.filter(({ checkType }) => checkType === 2)];
  const { id } = await api.cryptoTransactions.withdraw(body, { intent, mfa, captcha });
  const { nonce, client_data_json: clientDataJson } = present(await assertionOf(id));
  expect(challengeIn(clientDataJson)).toBe(paymentChallenge(nonce, await paymentOf(id)));
});

test('a withdrawal with an invalid approval waits for an operator, and its customer cannot cancel it', async () => {
  const body = withdrawals.bodyOf('25.00');
  const intent = await api.cryptoTransactions.reviewWithdrawal(body);
  const mfa = [await asserted(api, intent, passkey)];
  const { id } = await api.cryptoTransactions.withdraw(body, { intent, mfa, captcha });
  const held = { to: 'to be confirmed', reason: signerPasskey, actor: 'system' } as const;
  await transitionWithdrawal(services, cryptoWithdrawals, id, held);
  const { nextMoves } = await api.cryptoTransactions.get(id);
  expect(nextMoves.map(({ who }) => who)).not.toContain('customer');
  await expect(api.cryptoTransactions.cancel(id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  await delivered(node);
  const { messages } = await node.api.sandbox.mailbox(mei.username);
  const mail = present(messages.find(({ subject }) => subject === 'We are looking at your withdrawal'));
  expect(mail.text).toContain('up to one working day');
  expect(mail.text).not.toContain('cancel');
});

test('two challenges for one payment differ', async () => {
  const intent = await api.cryptoTransactions.reviewWithdrawal(withdrawals.bodyOf('25.00'));
  const subject = { intentId: present(intent.intentId) };
  const [first, second] = [await api.passkeys.checkOptions(subject), await api.passkeys.checkOptions(subject)];
  expect(first.options.challenge).not.toBe(second.options.challenge);
});

test('a withdrawal approved by codes has no assertion', async () => {
  const body = withdrawals.bodyOf('25.00');
  const intent = await api.cryptoTransactions.reviewWithdrawal(body);
  const mfa = await putCodes(services, intent.intentId);
  const { id } = await api.cryptoTransactions.withdraw(body, { intent, mfa, captcha });
  expect(await assertionOf(id)).toBeUndefined();
});

test('a challenge for any other command is random', async () => {
  const { intentId } = await api.contact.reviewPhoneProof();
  await api.passkeys.checkOptions({ intentId: present(intentId) });
  const row = await db
    .selectFrom('challenge')
    .select(['passkey_challenge_hash', 'passkey_challenge_nonce'])
    .where('id', '=', present(intentId))
    .executeTakeFirst();
  expect(row).toEqual({ passkey_challenge_hash: expect.any(Buffer), passkey_challenge_nonce: null });
});

test("the application's login cannot change stored assertions", async () => {
  await expect(
    db
      .updateTable('payout_assertion')
      .set({ signature: Buffer.alloc(1) })
      .execute(),
  ).rejects.toMatchObject({
    code: '42501',
  });
  await expect(db.deleteFrom('payout_assertion').execute()).rejects.toMatchObject({ code: '42501' });
});
