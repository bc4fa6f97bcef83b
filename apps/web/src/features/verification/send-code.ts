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

/** When another code may be requested, by the challenge or intent that one was sent for: its page may be opened again. */
const sent = new Map<string, Partial<Record<CheckType, number>>>();
const keyOf = (subject: MfaSubject): string => Object.values(subject).join();

/** Codes that were sent for a challenge or an intent. */
export const codesSent = (subject: MfaSubject): Partial<Record<CheckType, number>> => sent.get(keyOf(subject)) ?? {};

/** Requests a code for a challenge or an intent. @throws RefusedError */
export async function sendCode(checkType: CheckType, subject: MfaSubject): Promise<Sent> {
  const ask = checkType === 1 ? codesApi.mfa.sendSmsOtp : codesApi.mfa.sendEmailOtp;
  const { resendAt } = await ask(subject).catch(refuse);
  const next = Date.parse(resendAt);
  sent.set(keyOf(subject), { ...codesSent(subject), [checkType]: next });
  return { resendAt: next };
}
