import type { MfaCheck } from '@wusd/api-sdk';
import { codeHmac } from '../src/commands/codes.ts';
import type { Services } from '../src/domains/services.ts';

const code = '135790';

/** Whether the code of a check is sent, and not shown by an app of its owner's. */
export const isSent = ({ checkType }: { checkType: number }): boolean => checkType !== 3;

/** As if both codes of an intent had been sent, for tests that are about what comes after. */
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
