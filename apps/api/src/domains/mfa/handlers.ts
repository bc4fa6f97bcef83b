import { CheckType } from '@wusd/api-sdk/domain';
import type { Handlers } from '../../http/contract.ts';
import { take } from '../../security/throttle.ts';
import type { Services } from '../services.ts';
import { sendCode } from './codes.ts';

export function mfaHandlers(services: Services): Handlers {
  const send = async (
    challengeId: string,
    checkType: number,
    address: string,
  ): Promise<{ expiresAt: string; resendAt: string }> => {
    await take(services, `otp:${address}`, 60, 60);
    const { expiresAt, resendAt } = await sendCode(services, challengeId, checkType);
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
  };
  return {
    sendSmsOtp: ({ body, request }) => send(body.challengeId, CheckType.SMS, request.ip),
    sendEmailOtp: ({ body, request }) => send(body.challengeId, CheckType.EMAIL, request.ip),
  };
}
