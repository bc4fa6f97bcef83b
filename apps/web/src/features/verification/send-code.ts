import type { MfaSubject } from '@wusd/api-sdk';
import { api } from '../../app/services.ts';
import { refuse } from './refuse.ts';
import type { CheckType, Sent } from './verification.machine.ts';

/** Asks for a code for a challenge or an intent. @throws RefusedError */
export async function sendCode(checkType: CheckType, subject: MfaSubject): Promise<Sent> {
  const ask = checkType === 1 ? api.mfa.sendSmsOtp : api.mfa.sendEmailOtp;
  const { resendAt } = await ask(subject).catch(refuse);
  return { resendAt: Date.parse(resendAt) };
}
