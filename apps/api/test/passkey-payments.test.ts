import type { WalletClient } from '@wusd/api-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processAccessFailures } from '../src/domains/identity-access/security/access-failures.ts';
import { accountSecurityOn } from '../testing/account-security.ts';
import { cryptoWithdrawalsOf } from '../testing/crypto-withdrawals.ts';
import { advance, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { freshAddress } from '../testing/new-recipients.ts';
import { createPasskeyDouble, type PasskeyDouble } from '../testing/passkey-double.ts';
import { passkeysOn } from '../testing/passkeys.ts';
import { present } from '@wusd/server-kit/testing/present';

// A passkey approves one payment, as it was reviewed.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { newest } = accountSecurityOn(node);
const { add, asserted, forgetPasskeys, auditedActs } = passkeysOn(node);

let api: WalletClient;
let passkey: PasskeyDouble;
afterEach(forgetPasskeys);

describe('the assertion of a withdrawal', () => {
  let saved = '';
  const withdrawals = cryptoWithdrawalsOf(node, other, () => ({ api, saved }));
  const captcha = async (): Promise<string> => withdrawals.captcha();

  beforeEach(async () => {
    await advance(61, node, other);
    api = clientOf(node, await signIn(node, mei));
    passkey = createPasskeyDouble();
    await add(api, passkey, 'mei');
    saved = await withdrawals.addressOf();
  });

  test('replaces both codes, and one of two parallel uses succeeds (control 46)', async () => {
    const body = withdrawals.bodyOf('25.00');
    const intent = await api.cryptoTransactions.reviewWithdrawal(body);
    expect(intent.blockers).toEqual([]);
    expect(intent.checkGroups.map(({ anyOf }) => anyOf[0]?.checkType)).toEqual([4, 4]);
    const check = await asserted(api, intent, passkey);
    const done = await api.cryptoTransactions.withdraw(body, { intent, mfa: [check], captcha });
    expect(done.status).toBeDefined();

    const one = await api.cryptoTransactions.reviewWithdrawal(body);
    const two = await api.cryptoTransactions.reviewWithdrawal(body);
    const mfa = [await asserted(api, one, passkey)];
    const outcomes = await Promise.allSettled(
      [one, two].map((each) => api.cryptoTransactions.withdraw(body, { intent: each, mfa, captcha })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('is valid for its amount, recipient and scene, and once (control 46)', async () => {
    const small = await api.cryptoTransactions.reviewWithdrawal(withdrawals.bodyOf('25.00'));
    const large = await api.cryptoTransactions.reviewWithdrawal(withdrawals.bodyOf('50.00'));
    await asserted(api, large, passkey);
    const mfa = [await asserted(api, small, passkey)];
    const rejected = { errorName: 'PASSKEY_REJECTED', details: { reasonCode: 'challenge' } };
    await expect(
      api.cryptoTransactions.withdraw(withdrawals.bodyOf('50.00'), { intent: large, mfa, captcha }),
    ).rejects.toMatchObject(rejected);
    await expect(
      api.cryptoTransactions.withdraw(withdrawals.bodyOf('50.00'), { intent: small, mfa, captcha }),
    ).rejects.toMatchObject({ errorName: 'INTENT_MISMATCH' });

    const failing = await asserted(api, small, passkey, { isVerified: false });
    const body = withdrawals.bodyOf('25.00');
    await expect(
      api.cryptoTransactions.withdraw(body, { intent: small, mfa: [failing], captcha }),
    ).rejects.toMatchObject({ errorName: 'PASSKEY_REJECTED', details: { reasonCode: 'not-verified' } });
    // A wrong answer uses up its challenge, and a new challenge replaces an older one.
    await expect(api.cryptoTransactions.withdraw(body, { intent: small, mfa, captcha })).rejects.toMatchObject(
      rejected,
    );
    const right = [await asserted(api, small, passkey)];
    await api.cryptoTransactions.withdraw(body, { intent: small, mfa: right, captcha });
  });

  test('does not replace the email code when recipients or credentials change (control 46)', async () => {
    const intent = await api.contact.reviewPhoneProof();
    expect(intent.checkGroups.map(({ anyOf }) => anyOf.map(({ checkType }) => checkType))).toEqual([[4, 3, 1], [2]]);
    await expect(api.contact.provePhone({ intent, mfa: [await asserted(api, intent, passkey)] })).rejects.toMatchObject(
      { errorName: 'CHECK_MISSING' },
    );
  });

  test('does not replace the email code when the withdrawal saves its recipient (control 46)', async () => {
    const body = { money: { currency: 'WUSD' as const, amount: '20.00' }, newRecipient: freshAddress() };
    const intent = await api.cryptoTransactions.reviewWithdrawal(body);
    expect(intent.checkGroups.map(({ anyOf }) => anyOf.map(({ checkType }) => checkType))).toEqual([[4, 3, 1], [2]]);
    const mfa = [await asserted(api, intent, passkey)];
    await expect(api.cryptoTransactions.withdraw(body, { intent, mfa, captcha })).rejects.toMatchObject({
      errorName: 'CHECK_MISSING',
    });
  });

  test('with a lower sign count is refused, and the owner is notified of a copied passkey (control 48)', async () => {
    const body = withdrawals.bodyOf('25.00');
    const first = await api.cryptoTransactions.reviewWithdrawal(body);
    const counted = [await asserted(api, first, passkey, { signCount: 7 })];
    await api.cryptoTransactions.withdraw(body, { intent: first, mfa: counted, captcha });
    for (const signCount of [7, 6, 0]) {
      const intent = await api.cryptoTransactions.reviewWithdrawal(body);
      const mfa = [await asserted(api, intent, passkey, { signCount })];
      await expect(api.cryptoTransactions.withdraw(body, { intent, mfa, captcha })).rejects.toMatchObject({
        errorName: 'PASSKEY_REJECTED',
        details: { reasonCode: 'sign-count' },
      });
    }
    await processAccessFailures(services);
    expect((await newest(mei.username))?.subject).toBe('A passkey of yours may have been copied');
    expect((await api.security.listSecurityLog()).map(({ act }) => act)).toContain('copied passkey');
    await advance(3601, node, other);
    await processAccessFailures(services);
    // A node may be processing it at this moment.
    await eventually(async () => ((await auditedActs()).includes('copied passkey') ? true : undefined));
  });

  test('is refused with a removed passkey or after the intent has expired (control 46)', async () => {
    const body = withdrawals.bodyOf('25.00');
    const intent = await api.cryptoTransactions.reviewWithdrawal(body);
    const mfa = [await asserted(api, intent, passkey)];
    await services.db.deleteFrom('passkey').execute();
    await expect(api.cryptoTransactions.withdraw(body, { intent, mfa, captcha })).rejects.toMatchObject({
      errorName: 'CHECK_MISSING',
    });
    await advance(301, node, other);
    await expect(api.passkeys.checkOptions({ intentId: present(intent.intentId) })).rejects.toMatchObject({
      errorName: 'INTENT_EXPIRED',
    });
  });
});
