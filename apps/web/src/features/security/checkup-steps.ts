import type { SecurityCheckup, UserAccount } from '@wusd/api-sdk/core';
import { CheckType } from '@wusd/api-sdk/domain';

export type StepName = 'email' | 'phone' | 'authenticator' | 'codes' | 'passkey' | 'antiPhishing' | 'signIns';

export interface CheckupStep {
  name: StepName;
  isDone: boolean;
}

export const hasPasskey = ({ factors }: Pick<UserAccount, 'factors'>): boolean => factors.includes(CheckType.PASSKEY);

/**
 * The steps that secure an account. Recovery codes are a step only with an authenticator, which they replace when lost.
 */
export function checkupSteps(profile: UserAccount, checkup: SecurityCheckup): CheckupStep[] {
  const { recoveryCodes, hasNewDevice } = checkup;
  return [
    { name: 'email', isDone: profile.factors.includes(CheckType.EMAIL) },
    { name: 'phone', isDone: profile.phoneNumber !== undefined },
    { name: 'authenticator', isDone: profile.factors.includes(CheckType.AUTHENTICATOR) },
    ...(recoveryCodes
      ? [{ name: 'codes' as const, isDone: recoveryCodes.left > 0 && recoveryCodes.savedAt !== undefined }]
      : []),
    { name: 'passkey', isDone: hasPasskey(profile) },
    { name: 'antiPhishing', isDone: profile.antiPhishingCode !== undefined },
    { name: 'signIns', isDone: !hasNewDevice },
  ];
}
