import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import type { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { CheckType, Refusal, Step } from './verification.machine.ts';

/** A method that a group may be verified by; `masked` is where a code goes, as the server answered it. */
export interface Method {
  checkType: CheckType;
  masked: string;
}

export const methods: Record<CheckType, { label: MessageId; icon: IconName }> = {
  1: { label: 'verify.sms', icon: 'phone' },
  2: { label: 'verify.email', icon: 'mail' },
  3: { label: 'verify.authenticator', icon: 'shield' },
  4: { label: 'passkey.label', icon: 'key' },
};
const codeRequired: Record<Exclude<CheckType, 4>, MessageId> = {
  1: 'verify.codeRequired.sms',
  2: 'verify.codeRequired.email',
  3: 'verify.codeRequired.authenticator',
};

/**
 * What the server offers, without the check types that this page does not know.
 *
 * @param hasPasskeys whether this browser can use a passkey; one that is the only method is offered all the same
 */
export function knownMethods(groups: readonly (readonly Offer[])[], hasPasskeys: boolean): Method[][] {
  return groups.map((group) => {
    const known = group.filter((offer): offer is Method => offer.checkType in methods);
    const usable = known.filter(({ checkType }) => hasPasskeys || checkType !== 4);
    return usable.length > 0 ? usable : known;
  });
}

/** A check that the server offers. */
export interface Offer {
  checkType: number;
  masked: string;
}

type Translate = ReturnType<typeof useTranslate>;

/** Where the code of a method comes from, or what a passkey asks for. */
export function hintOf({ checkType, masked }: Method, t: Translate): string {
  if (checkType === 4) return t('passkey.hint');
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
  if (chosen === 4) return undefined;
  if (code === '') return codeRequired[chosen];
  return code.length < 6 ? 'verify.codeIncomplete' : undefined;
}

/** The server's sentence, or that of this page where the browser gave no passkey. */
export function refusalText(refusal: Refusal | undefined, t: Translate): string | undefined {
  if (refusal?.kind === 'declined' || refusal?.kind === 'failed') return t(`passkey.${refusal.kind}`);
  return refusal?.message;
}
