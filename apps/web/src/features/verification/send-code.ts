import { createClientOf, type MfaSubject } from '@wusd/api-sdk/core';
import { mfa } from '@wusd/api-sdk/resources/mfa';
import { tokens } from '../../shared/session/auth.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { refuse } from './refuse.ts';
import type { CheckType, Sent } from './verification.machine.ts';

const codesApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { mfa });

/** Server time in milliseconds since the epoch, by the last answer. */
export function serverNow(): number {
  return codesApi.serverTime().getTime();
}

/** Requests a code for a challenge or an intent. @throws RefusedError */
export async function sendCode(checkType: CheckType, subject: MfaSubject): Promise<Sent> {
  const ask = checkType === 1 ? codesApi.mfa.sendSmsOtp : codesApi.mfa.sendEmailOtp;
  const { resendAt } = await ask(subject).catch(refuse);
  return { resendAt: Date.parse(resendAt) };
}
