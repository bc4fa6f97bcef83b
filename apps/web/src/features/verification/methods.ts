import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import type { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { CheckType, Step } from './verification.machine.ts';

/** A method that a group may be verified by; `masked` is where a code goes, as the server answered it. */
export interface Method {
  checkType: CheckType;
  masked: string;
}

export const methods: Record<CheckType, { label: MessageId; icon: IconName; required: MessageId }> = {
  1: { label: 'verify.sms', icon: 'phone', required: 'verify.codeRequired.sms' },
  2: { label: 'verify.email', icon: 'mail', required: 'verify.codeRequired.email' },
  3: { label: 'verify.authenticator', icon: 'key', required: 'verify.codeRequired.authenticator' },
};

type Translate = ReturnType<typeof useTranslate>;

/** Where the code of a method comes from. */
export function hintOf({ checkType, masked }: Method, t: Translate): string {
  if (checkType === 3) return t('verify.authenticator.hint');
  if (masked !== '') return t('verify.sms.to', { masked });
  return t(checkType === 1 ? 'verify.sms.yours' : 'verify.email.yours');
}

/** Where a code was sent to. */
export function sentTo({ checkType, masked }: Method, t: Translate): string {
  if (masked !== '') return t('verify.sent', { masked });
  return t(`verify.sentAlike.${checkType === 1 ? 'sms' : 'email'}`);
}

/** What is missing from an incomplete code; undefined once it is complete. */
export function incompleteMessage({ chosen, code, isRecovery }: Step): MessageId | undefined {
  if (isRecovery) return code.trim() === '' ? 'verify.codeRequired.recovery' : undefined;
  if (code === '') return methods[chosen].required;
  return code.length < 6 ? 'verify.codeIncomplete' : undefined;
}
