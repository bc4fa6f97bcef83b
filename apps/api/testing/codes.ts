import type { MfaCheck } from '@wusd/api-sdk';
import { codeHmac } from '../src/commands/codes.ts';
import type { Services } from '../src/domains/services.ts';

const code = '135790';
const codes = new Set([1, 2]);

/** Whether the code of a check is sent, i.e. the check uses neither an authenticator app nor a passkey. */
export const isSent = <T extends { checkType: number }>(check: T): check is T & { checkType: 1 | 2 } =>
  codes.has(check.checkType);

/** Stores both codes of an intent without sending them, for tests of later steps. */
export async function putCodes({ db, clock, vault }: Services, intentId = ''): Promise<MfaCheck[]> {
  const now = clock.now();
  const checks = [1, 2] as const;
  const { owner } = await db
    .selectFrom('challenge')
    .select('owner')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('one_time_code')
    .values(
      checks.map((checkType) => ({
        owner,
        challenge_id: intentId,
        check_type: checkType,
        code_hmac: codeHmac({ vault }, intentId, checkType, code),
        sent_at: now,
        expires_at: new Date(now.getTime() + 300_000),
      })),
    )
    .execute();
  return checks.map((checkType) => ({ checkType, code }));
}
