import type { MfaCheck } from '@wusd/api-sdk';
import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { recoveryCodeHmac } from '../src/commands/factor-checks.ts';
import {
  advance,
  bearer,
  codeFor,
  delivered,
  login,
  mei,
  type Node,
  seal,
  send,
  signIn,
  startTwoNodes,
} from '../testing/harness.ts';

const { node, other } = await startTwoNodes();

const somchai = { username: 'somchai@demo.example', phone: '+66812345678' };
const strong = 'Tall-Ships-2026!';

type CodeCheck = Extract<MfaCheck, { code: string }>;

/** A challenge whose codes were sent by SMS and by email, with both codes. */
async function proven(
  who: { username: string; phone: string } = mei,
  at: Node = node,
): Promise<{ challengeId: string; mfa: [sms: CodeCheck, email: CodeCheck] }> {
  await advance(61, node, other);
  // Earlier tests must not count towards the message limits.
  await node.server.services.db.deleteFrom('throttle').execute();
  const { challengeId } = await node.api.password.beginForgotten(who.username);
  await node.api.mfa.sendSmsOtp({ challengeId });
  await at.api.mfa.sendEmailOtp({ challengeId });
  await delivered(node);
  return {
    challengeId,
    mfa: [
      { checkType: 1, code: await codeFor(node, who.phone) },
      { checkType: 2, code: await codeFor(node, who.username) },
    ],
  };
}
const payload = async (password: string): Promise<string> => seal(await node.api.config.get(), { password });
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('a forgotten password', () => {
  test('is reset with two codes on either node, and the reset ends every session (control 11)', async () => {
    const tokens = await signIn(node);
    const { challengeId, mfa } = await proven(mei, other);
    const { resetToken } = await other.api.password.proveForgotten({ challengeId, mfa });
    expect(await node.api.password.reset({ resetToken, payload: await payload(strong) })).toBeNull();

    expect(await send(node, 'GET', '/user/get-auth-user', bearer(tokens))).toMatchObject({
      header: { errCode: '00006' },
    });
    expect((await login(node, { ...mei, password: mei.password })).header.errCode).toBe('10001');
    expect((await login(node, { ...mei, password: strong })).status).toBe(200);
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages[0]?.subject).toBe('Your WUSD Wallet password was reset');

    const customer = await node.server.services.db
      .selectFrom('customer')
      .innerJoin('audit_log', 'audit_log.customer_id', 'customer.id')
      .select(['cooldown_ends_at', 'act', 'actor', 'at'])
      .where('act', '=', 'password reset')
      .executeTakeFirstOrThrow();
    const cooldown = (customer.cooldown_ends_at?.getTime() ?? 0) - customer.at.getTime();
    expect(Math.round(cooldown / 1000)).toBe(24 * 60 * 60);
    expect(customer.actor).toBe('customer');
  });

  test('is not reset with only one of the two codes (control 10)', async () => {
    const { challengeId, mfa } = await proven(somchai);
    for (const one of mfa)
      await expect(node.api.password.proveForgotten({ challengeId, mfa: [one] })).rejects.toMatchObject({
        errorName: 'CHECK_MISSING',
      });
    // A missing code does not count as a try.
    const { resetToken } = await node.api.password.proveForgotten({ challengeId, mfa });
    expect(resetToken).toMatch(/^wpr_/);
  });

  test('returns which of two codes was wrong and how many tries remain', async () => {
    const { challengeId, mfa } = await proven(somchai);
    const [sms, email] = mfa;
    const proving = node.api.password.proveForgotten({
      challengeId,
      mfa: [sms, { checkType: 2, code: wrong(email.code) }],
    });
    await expect(proving).rejects.toMatchObject({
      errorName: 'CODE_INCORRECT',
      details: { remainingTries: 4, field: '/headers/x-mfa/checks/1' },
    });
  });

  test('keeps the authenticator code valid when the email code was wrong', async () => {
    const { challengeId, mfa } = await proven();
    const [, email] = mfa;
    const totp: MfaCheck = { checkType: 3, code: new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate() };
    await expect(
      node.api.password.proveForgotten({ challengeId, mfa: [totp, { ...email, code: wrong(email.code) }] }),
    ).rejects.toMatchObject({ errorName: 'CODE_INCORRECT' });
    expect((await node.api.password.proveForgotten({ challengeId, mfa: [totp, email] })).resetToken).toMatch(/^wpr_/);
  });

  test('accepts a recovery code instead of an authenticator code once, in any spelling', async () => {
    const { db, vault } = node.server.services;
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('totp_sealed', 'is not', null)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('recovery_code')
      .values({ customer_id: id, code_hmac: recoveryCodeHmac({ vault }, id, '7H4K-2MPQ') })
      .execute();
    const prove = async (recoveryCode: string) => {
      const { challengeId, mfa } = await proven();
      return node.api.password.proveForgotten({ challengeId, mfa: [{ checkType: 3, recoveryCode }, mfa[1]] }).safe();
    };
    expect(await prove('9XWB-3TRN')).toMatchObject({ ok: false, error: { errorName: 'CODE_INCORRECT' } });
    expect(await prove('7h4k2mpq')).toMatchObject({ ok: true });
    expect(await prove('7H4K-2MPQ')).toMatchObject({ ok: false, error: { errorName: 'CODE_INCORRECT' } });
  });

  test('does not disclose whether an account exists (control 4)', async () => {
    await node.server.services.db.deleteFrom('throttle').execute();
    const answers = await Promise.all(
      [mei.username, 'nobody@demo.example'].map(async (email) => {
        const begun = await node.api.password.beginForgotten(email);
        const { challengeId, ...shown } = begun;
        await node.api.mfa.sendSmsOtp({ challengeId });
        await node.api.mfa.sendEmailOtp({ challengeId });
        const again = await node.api.mfa.sendEmailOtp({ challengeId }).safe();
        const proved = await node.api.password
          .proveForgotten({
            challengeId,
            mfa: [
              { checkType: 1, code: '000000' },
              { checkType: 2, code: '000000' },
            ],
          })
          .safe();
        const missing = await node.api.password.proveForgotten({ challengeId, mfa: [] }).safe();
        return [
          { ...shown, expiresAt: '' },
          ...[again, proved, missing].map(
            (outcome) =>
              !outcome.ok &&
              outcome.error.name === 'ApiError' && {
                ...outcome.error.details,
                availableAt: '',
                errCode: outcome.error.errCode,
              },
          ),
        ];
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect((await node.api.sandbox.mailbox('nobody@demo.example')).messages).toEqual([]);
  });
});

describe('a challenge', () => {
  test('is refused in another scene, and with codes of another challenge (control 6)', async () => {
    const { result } = await login(node, { username: somchai.username, password: mei.password });
    await node.api.mfa.sendEmailOtp({ challengeId: result.challengeId });
    await delivered(node);
    const mfa: MfaCheck[] = [
      { checkType: 1, code: '000000' },
      { checkType: 2, code: await codeFor(node, somchai.username) },
    ];
    await expect(node.api.password.proveForgotten({ challengeId: result.challengeId, mfa })).rejects.toMatchObject({
      errorName: 'CHALLENGE_INVALID',
    });
    const proof = await proven(somchai);
    const { challengeId } = await node.api.password.beginForgotten(somchai.username);
    await expect(node.api.password.proveForgotten({ challengeId, mfa: proof.mfa })).rejects.toMatchObject({
      errorName: 'CODE_INCORRECT',
    });
  });

  test('shares its five tries among both nodes for concurrent guesses (control 6)', async () => {
    // Resets the count of wrong codes from earlier tests.
    const { challengeId: earlier, mfa: codes } = await proven(somchai);
    await node.api.password.proveForgotten({ challengeId: earlier, mfa: codes });
    const { challengeId, mfa } = await proven(somchai);
    const [sms, email] = mfa;
    const right = Number(email.code);
    const guesses = Array.from({ length: 64 }, (_, index) => String((right + 1 + index) % 1_000_000).padStart(6, '0'));
    const outcomes = await Promise.all(
      guesses.map((code, index) =>
        (index % 2 ? node : other).api.password
          .proveForgotten({
            challengeId,
            mfa: [
              { checkType: 1, code: sms?.code ?? '' },
              { checkType: 2, code },
            ],
          })
          .safe(),
      ),
    );
    const names = outcomes.map(
      (outcome) => !outcome.ok && outcome.error.name === 'ApiError' && outcome.error.errorName,
    );
    expect(names.filter((name) => name === 'CODE_INCORRECT')).toHaveLength(4);
    expect(names.filter((name) => name === 'CODE_LOCKED')).toHaveLength(60);
  });

  test('is used once when both nodes verify it at once', async () => {
    const { challengeId, mfa } = await proven(somchai);
    const outcomes = await Promise.all(
      [node, other].map(({ api }) => api.password.proveForgotten({ challengeId, mfa }).safe()),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('a reset token', () => {
  const granted = async (): Promise<string> => {
    const { challengeId, mfa } = await proven(somchai);
    return (await node.api.password.proveForgotten({ challengeId, mfa })).resetToken;
  };

  test('stays valid after a refused password, and is used once in a race', async () => {
    const resetToken = await granted();
    await expect(
      node.api.password.reset({ resetToken, payload: await payload('Password123456!') }),
    ).rejects.toMatchObject({
      errorName: 'PASSWORD_TOO_WEAK',
      details: { reasonCode: 'easy-to-guess' },
    });
    const sealed = await payload(strong);
    const outcomes = await Promise.all(
      [node, other].map(({ api }) => api.password.reset({ resetToken, payload: sealed }).safe()),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    await expect(node.api.password.reset({ resetToken, payload: sealed })).rejects.toMatchObject({
      errorName: 'RESET_TOKEN_INVALID',
    });
  });

  test('expires after ten minutes, and a made-up token is refused', async () => {
    const resetToken = await granted();
    await advance(601, node, other);
    for (const token of [resetToken, 'wpr_made-up'])
      await expect(
        node.api.password.reset({ resetToken: token, payload: await payload(strong) }),
      ).rejects.toMatchObject({
        errorName: 'RESET_TOKEN_INVALID',
      });
  });
});

test('the audit log accepts inserts but no updates or deletes (control 27)', async () => {
  const { db } = node.server.services;
  await expect(db.updateTable('audit_log').set({ act: 'nothing' }).execute()).rejects.toThrow(/permission denied/);
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/permission denied/);
});
