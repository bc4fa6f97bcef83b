import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { profileQuery } from '../../shared/session/profile-query.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { securityApi } from '../../features/security/api.ts';
import { NewPhoneForm } from '../../features/security/NewPhoneForm.tsx';
import { AccountSide } from '../account-side.tsx';

/** Adds the first phone number to an account without one. */
function VerifyPhoneRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  if (profile?.phoneNumber !== undefined) {
    return (
      <ResultPage
        icon="phone"
        title={t('security.verifyPhone.bound')}
        action={<ButtonLink to="/change-phone">{t('security.changePhone.title')}</ButtonLink>}
      >
        {`•••• ${profile.phoneNumber.slice(-4)}`}
      </ResultPage>
    );
  }
  return (
    <Page
      title={t('security.verifyPhone.title')}
      width="flow"
      side={<AccountSide />}
      intro={t('security.verifyPhone.intro')}
    >
      <Card>
        {profile ? (
          <NewPhoneForm
            review={(phoneNumber) => securityApi.contact.reviewPhoneChange({ phoneNumber })}
            onReviewed={(review, phoneNumber) =>
              void navigate({
                to: startVerification({
                  command: 'verify-phone',
                  intro: 'security.changePhone.verify',
                  review,
                  execute: async (intent, mfa) =>
                    void (await securityApi.contact.changePhone({ phoneNumber }, { intent, mfa })),
                  redirectTo: '/result/verify-phone-success',
                }),
              })
            }
          />
        ) : query.isError ? (
          <Unavailable query={query}>{t('security.unavailable')}</Unavailable>
        ) : (
          <Skeleton width="100%" height="140px" />
        )}
      </Card>
    </Page>
  );
}

export default withQueries(VerifyPhoneRoute);
