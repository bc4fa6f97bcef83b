import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IdentityFields } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useConfig } from '../shared/api/config.ts';
import { useSubmission } from '../shared/forms/submission.ts';
import { ButtonLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { profileQuery } from '../shared/session/profile-query.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { api } from '../shared/api/client.ts';
import { holds } from '../shared/session/session.ts';
import { toast } from '../shared/feedback/toasts.ts';
import { Unavailable } from '../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Attention } from '../features/attention/Attention.tsx';
import { Profile } from '../features/identity/Profile.tsx';
import { ResubmitForm } from '../features/identity/ResubmitForm.tsx';
import { IdentityVerification } from '../features/identity/IdentityVerification.tsx';
import { Section } from '../shared/layout/Section.tsx';
import { AccountSide } from './account-side.tsx';

/** Account type and verification status, with the next step if it is not verified. */
function AccountInfoRoute() {
  const t = useTranslate();
  const queries = useQueryClient();
  const config = useConfig();
  const email = config?.supportEmail ?? '';
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  const resubmission = useSubmission(
    (identity: IdentityFields) => api.user.resubmitVerification(identity),
    (answer) => {
      queries.setQueryData(profileQuery.queryKey, answer);
      toast(t('profile.resubmitted'));
    },
  );
  const isFailed = profile?.identityStatus === 'verification failed';
  const isAwaited = profile && profile.identityStatus !== 'verified';
  return (
    <Page title={t('account.title')} width="flow" side={<AccountSide />}>
      <Attention isOnAccountPage />
      {!profile &&
        (query.isError ? (
          <Unavailable query={query}>{t('profile.unavailable')}</Unavailable>
        ) : (
          <Card>
            <Skeleton width="100%" height="220px" />
          </Card>
        ))}
      {isAwaited && <IdentityVerification />}
      {profile && (
        <Profile profile={profile}>
          {isFailed ? (
            <Card>
              <Section title={t('profile.resubmit.title')}>
                <p>{t('profile.failed', { email, reference: profile.userId })}</p>
                <ResubmitForm
                  before={profile.identity}
                  isBusy={resubmission.isPending}
                  error={resubmission.error}
                  onIdentity={resubmission.mutate}
                />
              </Section>
            </Card>
          ) : undefined}
        </Profile>
      )}
      {profile && holds('account.security') && (
        <ButtonLink to="/security-setting" variant="secondary">
          {t('header.securitySetting')}
        </ButtonLink>
      )}
    </Page>
  );
}

export default withQueries(AccountInfoRoute);
