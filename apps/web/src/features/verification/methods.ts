import type { MessageId } from '@wusd/i18n';
import type { IconName } from '@wusd/ui-kit/Icon';
import type { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { CheckType, Refusal, Step } from './verification.machine.ts';

/** A method that can verify a group. `masked` is the masked destination of a code, as the server sent it. */
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
 * The methods that the server offers, without unknown check types.
 *
 * @param hasPasskeys whether this browser supports passkeys; a passkey that is the only method is offered regardless
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

/** Hint about the source of a method's code, or about using a passkey. */
export function hintOf({ checkType, masked }: Method, t: Translate): string {
  if (checkType === 4) return t('passkey.hint');
  if (checkType === 3) return t('verify.authenticator.hint');
  if (masked !== '') return t('verify.sms.to', { masked });
  return t(checkType === 1 ? 'verify.sms.yours' : 'verify.email.yours');
}

/** Message about where a code was sent. */
export function sentTo({ checkType, masked }: Method, t: Translate): string {
  if (masked !== '') return t('verify.sent', { masked });
  return t(`verify.sentAlike.${checkType === 1 ? 'sms' : 'email'}`);
}

/** Message about an incomplete code; undefined once it is complete. */
export function incompleteMessage({ chosen, code, isRecovery }: Step): MessageId | undefined {
  if (isRecovery) return code.trim() === '' ? 'verify.codeRequired.recovery' : undefined;
  if (chosen === 4) return undefined;
  if (code === '') return codeRequired[chosen];
  return code.length < 6 ? 'verify.codeIncomplete' : undefined;
}

/** The server's message, or this page's message if the browser returned no passkey. */
export function refusalText(refusal: Refusal | undefined, t: Translate): string | undefined {
  if (refusal?.kind === 'declined' || refusal?.kind === 'failed') return t(`passkey.${refusal.kind}`);
  return refusal?.message;
}
