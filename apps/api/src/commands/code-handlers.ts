import { CheckType } from '@wusd/api-sdk/domain';
import type { Caller, Client, Handlers } from '../platform/contract/operations.ts';
import { consumeRateLimitByAddress } from '../platform/security/rate-limits.ts';
import type { PlatformServices } from '../platform/services.ts';
import { sendCode } from './codes.ts';
import { createCheckOptions } from './passkey-options.ts';

type CodeType = typeof CheckType.SMS | typeof CheckType.EMAIL;
type Body = { challengeId: string } | { intentId: string };
interface CodeCall {
  body: Body;
  caller: Caller | undefined;
  client: Client;
}

/** Limit of codes and passkey challenges that one IP address may request, for all customers together. */
const codesPerAddress = { limit: 60, windowSeconds: 60 };

export function codeHandlers(services: PlatformServices): Handlers {
  const subjectOf = async ({
    body,
    caller,
    client,
  }: CodeCall): Promise<{ id: string; sessionId: string | null | undefined }> => {
    await consumeRateLimitByAddress(services, 'otp', client.ip, codesPerAddress.limit, codesPerAddress.windowSeconds);
    return 'challengeId' in body
      ? { id: body.challengeId, sessionId: null }
      : { id: body.intentId, sessionId: caller?.sessionId };
  };
  const send = async (call: CodeCall, checkType: CodeType): Promise<{ expiresAt: string; resendAt: string }> => {
    const { expiresAt, resendAt } = await sendCode(services, await subjectOf(call), checkType);
    return { expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
  };
  return {
    sendSmsOtp: (call) => send(call, CheckType.SMS),
    sendEmailOtp: (call) => send(call, CheckType.EMAIL),
    async createPasskeyCheckOptions(call) {
      const { options, expiresAt } = await createCheckOptions(services, await subjectOf(call));
      return { options, expiresAt: expiresAt.toISOString() };
    },
  };
}
