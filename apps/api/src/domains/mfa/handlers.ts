import { CheckType } from '@wusd/api-sdk/domain';
import type { Handlers } from '../../http/contract.ts';
import { Failure } from '../../http/failure.ts';
import { take } from '../../security/throttle.ts';
import type { Services } from '../services.ts';
import { sendCode } from './codes.ts';

export function mfaHandlers(services: Services): Handlers {
  const send = async (
    subject: { challengeId: string } | { intentId: string },
    checkType: number,
    address: string,
  ): Promise<{ expiresAt: string; resendAt: string }> => {
    // Acts that are proved by an intent have no domain yet, so no intent is ever live.
    if (!('challengeId' in subject)) throw new Failure('INTENT_EXPIRED');
    await take(services, `otp:${address}`, 60, 60);
    const { expiresAt, resendAt } = await sendCode(services, subject.challengeId, checkType);
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
  };
  return {
    sendSmsOtp: ({ body, request }) => send(body, CheckType.SMS, request.ip),
    sendEmailOtp: ({ body, request }) => send(body, CheckType.EMAIL, request.ip),
  };
}
