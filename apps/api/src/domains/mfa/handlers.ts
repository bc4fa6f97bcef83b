import { CheckType } from '@wusd/api-sdk/domain';
import type { Handlers } from '../../http/contract.ts';
import { take } from '../../security/throttle.ts';
import type { Services } from '../services.ts';
import { sendCode } from './codes.ts';

export function mfaHandlers(services: Services): Handlers {
  const send = async (
    body: { challengeId: string } | { intentId: string },
    checkType: 1 | 2,
    address: string,
  ): Promise<{ expiresAt: string; resendAt: string }> => {
    await take(services, `otp:${address}`, 60, 60);
    const { expiresAt, resendAt } = await sendCode(
      services,
      'challengeId' in body ? body.challengeId : body.intentId,
      checkType,
    );
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
  };
  return {
    sendSmsOtp: ({ body, request }) => send(body, CheckType.SMS, request.ip),
    sendEmailOtp: ({ body, request }) => send(body, CheckType.EMAIL, request.ip),
  };
}
