import { useNavigate } from '@tanstack/react-router';
import type { UserAccount } from '@wusd/api-sdk/core';
import { maskEmail, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { PendingCommand } from '../../shared/verification/pending-command.ts';
import { securityApi } from './api.ts';
import { reviewNewCodes } from './renew-codes.ts';
import { Rows } from './Rows.tsx';

export interface FactorsProps {
  profile: UserAccount;
  /** Called with the reviewed command, to verify it with codes. */
  onReviewed: (pending: PendingCommand) => void;
}

/** The customer's authentication factors, each with its state and actions. */
export function Factors({ profile, onReviewed }: FactorsProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { phoneNumber, email, factors, antiPhishingCode } = profile;
  const hasAuthenticator = factors.includes(3);
  const begin = useSubmission((review: () => Promise<PendingCommand>) => review(), onReviewed);

  const change = (to: string, what: MessageId, label: 'security.change' | 'security.setUp' = 'security.change') => (
    <ButtonLink to={to} variant="secondary" isDense>
      {t(label)} <VisuallyHidden>{t(what)}</VisuallyHidden>
    </ButtonLink>
  );
  const remove = (): void =>
    begin.mutate(async () => ({
      command: 'unbind-authenticator',
      intro: 'security.authenticator.verifyRemoval',
      review: await securityApi.mfa.reviewAuthenticatorRemoval(),
      async execute(intent, mfa) {
        await securityApi.mfa.unbindAuthenticator({ intent, mfa });
        toast(t('security.authenticator.removed'));
      },
      redirectTo: '/security-setting',
    }));
  const renew = (): void => begin.mutate(() => reviewNewCodes(navigate));

  return (
    <>
      <FormError error={begin.error} />
      <Rows
        rows={[
          {
            key: 'password',
            title: t('security.password'),
            state: t('security.password.state'),
            actions: change('/change-password', 'security.password'),
          },
          {
            key: 'phone',
            title: t('security.phone'),
            state: phoneNumber === undefined ? t('security.phone.none') : `•••• ${phoneNumber.slice(-4)}`,
            actions: change(phoneNumber === undefined ? '/verify-phone' : '/change-phone', 'security.phone'),
          },
          {
            key: 'email',
            title: t('security.email'),
            state: maskEmail(email),
            actions: change('/change-email', 'security.email'),
          },
          {
            key: 'authenticator',
            title: t('security.authenticator'),
            state: t(hasAuthenticator ? 'security.authenticator.on' : 'security.authenticator.off'),
            actions: hasAuthenticator ? (
              <>
                <Button variant="secondary" isDense isBusy={begin.isPending} onClick={renew}>
                  {t('security.newCodes')}
                </Button>
                <Button variant="secondary" isDense isBusy={begin.isPending} onClick={remove}>
                  {t('security.remove')} <VisuallyHidden>{t('security.authenticator')}</VisuallyHidden>
                </Button>
              </>
            ) : (
              change('/security-setting/authenticator', 'security.authenticator', 'security.setUp')
            ),
          },
          {
            key: 'anti-phishing',
            title: t('security.antiPhishing'),
            state:
              antiPhishingCode === undefined
                ? t('security.antiPhishing.off')
                : t('security.antiPhishing.on', { code: antiPhishingCode }),
            actions: change(
              '/security-setting/anti-phishing-code',
              'security.antiPhishing',
              antiPhishingCode === undefined ? 'security.setUp' : 'security.change',
            ),
          },
        ]}
      />
    </>
  );
}
