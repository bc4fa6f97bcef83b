import { useNavigate } from '@tanstack/react-router';
import type { ActReview, UserAccount } from '@wusd/api-sdk/core';
import { maskEmail, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { ButtonLink } from '../../app/link.tsx';
import { toast } from '../../app/toasts.ts';
import { useWords } from '../../app/words.ts';
import type { PendingAct } from '../../app/acts.ts';
import { securityApi } from './api.ts';
import { shownCodes } from './recovery-codes.ts';
import { Rows } from './Rows.tsx';

export interface FactorsProps {
  profile: UserAccount;
  /** Goes on to the codes of what was reviewed. */
  onReviewed: (pending: PendingAct) => void;
}

/** Everything the customer proves themselves by, with its state and what can be done about it. */
export function Factors({ profile, onReviewed }: FactorsProps) {
  const words = useWords();
  const navigate = useNavigate();
  const { phoneNumber, email, factors, antiPhishingCode } = profile;
  const hasAuthenticator = factors.includes(3);
  const begin = useSubmission(
    async (what: { review: () => Promise<ActReview>; pending: Omit<PendingAct, 'review'> }) => ({
      ...what.pending,
      review: await what.review(),
    }),
    onReviewed,
  );

  const change = (to: string, what: MessageId, label: 'security.change' | 'security.setUp' = 'security.change') => (
    <ButtonLink to={to} variant="secondary" isDense>
      {words(label)} <VisuallyHidden>{words(what)}</VisuallyHidden>
    </ButtonLink>
  );
  const remove = (): void =>
    begin.mutate({
      review: () => securityApi.mfa.reviewAuthenticatorRemoval(),
      pending: {
        action: 'unbind-authenticator',
        intro: 'security.authenticator.verifyRemoval',
        async act(intent, mfa) {
          await securityApi.mfa.unbindAuthenticator({ intent, mfa });
          toast(words('security.authenticator.removed'));
        },
        goesTo: '/security-setting',
      },
    });
  const renew = (): void =>
    begin.mutate({
      review: () => securityApi.mfa.reviewRecoveryCodes(),
      pending: {
        action: 'bind-authenticator',
        startsAt: '/security-setting',
        intro: 'security.authenticator.verifyCodes',
        async act(intent, mfa) {
          const { recoveryCodes } = await securityApi.mfa.renewRecoveryCodes({ intent, mfa });
          shownCodes.set(recoveryCodes);
          void navigate({ to: '/security-setting/recovery-codes', replace: true });
        },
      },
    });

  return (
    <>
      <Refusal error={begin.error} />
      <Rows
        rows={[
          {
            key: 'password',
            title: words('security.password'),
            state: words('security.password.state'),
            actions: change('/change-password', 'security.password'),
          },
          {
            key: 'phone',
            title: words('security.phone'),
            state: phoneNumber === undefined ? words('security.phone.none') : `•••• ${phoneNumber.slice(-4)}`,
            actions: change(phoneNumber === undefined ? '/verify-phone' : '/change-phone', 'security.phone'),
          },
          {
            key: 'email',
            title: words('security.email'),
            state: maskEmail(email),
            actions: change('/change-email', 'security.email'),
          },
          {
            key: 'authenticator',
            title: words('security.authenticator'),
            state: words(hasAuthenticator ? 'security.authenticator.on' : 'security.authenticator.off'),
            actions: hasAuthenticator ? (
              <>
                <Button variant="secondary" isDense isBusy={begin.isPending} onClick={renew}>
                  {words('security.newCodes')}
                </Button>
                <Button variant="secondary" isDense isBusy={begin.isPending} onClick={remove}>
                  {words('security.remove')} <VisuallyHidden>{words('security.authenticator')}</VisuallyHidden>
                </Button>
              </>
            ) : (
              change('/security-setting/authenticator', 'security.authenticator', 'security.setUp')
            ),
          },
          {
            key: 'anti-phishing',
            title: words('security.antiPhishing'),
            state:
              antiPhishingCode === undefined
                ? words('security.antiPhishing.off')
                : words('security.antiPhishing.on', { code: antiPhishingCode }),
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
