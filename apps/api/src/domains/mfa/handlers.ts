import { CheckType } from '@wusd/api-sdk/domain';
import type { FastifyRequest } from 'fastify';
import type { Caller, Handlers } from '../../http/contract.ts';
import { takeByAddress } from '../../security/throttle.ts';
import type { Services } from '../services.ts';
import { sendCode } from './codes.ts';

type Body = { challengeId: string } | { intentId: string };

export function mfaHandlers(services: Services): Handlers {
  const send = async (
    { body, caller, request }: { body: Body; caller: Caller | undefined; request: FastifyRequest },
    checkType: 1 | 2,
  ): Promise<{ expiresAt: string; resendAt: string }> => {
    await takeByAddress(services, 'otp', request.ip, 60, 60);
    const subject =
      'challengeId' in body
        ? { id: body.challengeId, sessionId: null }
        : { id: body.intentId, sessionId: caller?.sessionId };
    const { expiresAt, resendAt } = await sendCode(services, subject, checkType);
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
  };
  return {
    sendSmsOtp: (call) => send(call, CheckType.SMS),
    sendEmailOtp: (call) => send(call, CheckType.EMAIL),
  };
}
