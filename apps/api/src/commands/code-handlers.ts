import { CheckType } from '@wusd/api-sdk/domain';
import type { Caller, Client, Handlers } from '../platform/contract/operations.ts';
import { consumeRateLimitByAddress } from '../platform/security/rate-limits.ts';
import type { PlatformServices } from '../platform/services.ts';
import { sendCode } from './codes.ts';

type CodeType = typeof CheckType.SMS | typeof CheckType.EMAIL;
type Body = { challengeId: string } | { intentId: string };

/** Codes that one IP address may ask for, whomever they are for. */
const codesPerAddress = { limit: 60, windowSeconds: 60 };

export function codeHandlers(services: PlatformServices): Handlers {
  const send = async (
    { body, caller, client }: { body: Body; caller: Caller | undefined; client: Client },
    checkType: CodeType,
  ): Promise<{ expiresAt: string; resendAt: string }> => {
    await consumeRateLimitByAddress(services, 'otp', client.ip, codesPerAddress.limit, codesPerAddress.windowSeconds);
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
