import type { Review } from '@wusd/api-sdk/core';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../routing/link.tsx';
import { useTranslate } from '../i18n/use-translate.ts';

export interface BlockersProps {
  /** Title that names the blocked action. */
  title?: string;
  /** The reasons, in the customer's language. */
  blockers: readonly Pick<NonNullable<Review['blockers']>[number], 'errCode' | 'message' | 'nextAction'>[];
}

/** All reasons why a command is blocked, each with the next step, if any. Renders nothing without blockers. */
export function Blockers({ title, blockers }: BlockersProps) {
  const t = useTranslate();
  if (blockers.length === 0) return null;
  const needsIdentity = blockers.some(({ nextAction }) => nextAction === 'verify-identity');
  return (
    <Notice
      tone="warning"
      role="alert"
      action={needsIdentity && <TextLink to="/account-info">{t('header.accountInfo')}</TextLink>}
    >
      {title !== undefined && <strong>{title}</strong>}
      {blockers.map(({ errCode, message }) => (
        <p key={errCode}>{message}</p>
      ))}
    </Notice>
  );
}
