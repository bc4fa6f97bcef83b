import { createClientOf, type MfaSubject } from '@wusd/api-sdk/core';
import { mfa } from '@wusd/api-sdk/resources/mfa';
import { clientOptions } from '../../shared/api/client.ts';
import { refuse } from './refuse.ts';
import type { CheckType, Sent } from './verification.machine.ts';

const codesApi = createClientOf(clientOptions, { mfa });

/** Server time in milliseconds since the epoch, based on the last response. */
export function serverNow(): number {
  return codesApi.serverTime().getTime();
}

interface SentCode {
  /** When another code may be requested. */
  resendAt: number;
  expiresAt: number;
}

/** Sent codes by challenge or intent, because the customer may reopen its page while they are valid. */
const sent = new Map<string, Partial<Record<CheckType, SentCode>>>();
const keyOf = (subject: MfaSubject): string => Object.values(subject).join();

function forgetExpired(): void {
  for (const [key, codes] of sent)
    if (Object.values(codes).every(({ expiresAt }) => expiresAt <= serverNow())) sent.delete(key);
}

/** For each check type with a valid code for this challenge or intent: when another code may be requested. */
export function codesSent(subject: MfaSubject): Partial<Record<CheckType, number>> {
  const valid = Object.entries(sent.get(keyOf(subject)) ?? {}).filter(([, { expiresAt }]) => expiresAt > serverNow());
  return Object.fromEntries(valid.map(([checkType, { resendAt }]) => [checkType, resendAt]));
}

/** Requests a code for a challenge or an intent. @throws RefusedError */
export async function sendCode(checkType: CheckType, subject: MfaSubject): Promise<Sent> {
  const ask = checkType === 1 ? codesApi.mfa.sendSmsOtp : codesApi.mfa.sendEmailOtp;
  const answer = await ask(subject).catch(refuse);
  const [resendAt, expiresAt] = [Date.parse(answer.resendAt), Date.parse(answer.expiresAt)];
  forgetExpired();
  sent.set(keyOf(subject), { ...sent.get(keyOf(subject)), [checkType]: { resendAt, expiresAt } });
  return { resendAt };
}
