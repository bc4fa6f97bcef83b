import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { IdentityFields } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useConfig } from '../app/config.ts';
import { useSubmission } from '../app/forms/submission.ts';
import { ButtonLink } from '../app/link.tsx';
import { Page } from '../app/Page.tsx';
import { profileQuery } from '../app/profile-query.ts';
import { withQueries } from '../app/queries.tsx';
import { api } from '../app/services.ts';
import { holds } from '../app/session.ts';
import { toast } from '../app/toasts.ts';
import { Unavailable } from '../app/Unavailable.tsx';
import { useWords } from '../app/words.ts';
import { Attention } from '../features/attention/Attention.tsx';
import { Documents } from '../features/identity/Documents.tsx';
import { Profile } from '../features/identity/Profile.tsx';
import { ResubmitForm } from '../features/identity/ResubmitForm.tsx';
import { Section } from '../app/Section.tsx';

/** Who the customer is here, whether that is verified, and what to do where it is not. */
function AccountInfoRoute() {
  const words = useWords();
  const queries = useQueryClient();
  const config = useConfig();
  const email = config?.supportEmail ?? '';
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  const resubmission = useSubmission(
    (identity: IdentityFields) => api.user.resubmitVerification(identity),
    (answer) => {
      queries.setQueryData(profileQuery.queryKey, answer);
      toast(words('profile.resubmitted'));
    },
  );
  const isFailed = profile?.identityStatus === 'verification failed';
  const isAwaited = profile?.identityStatus !== 'verified' && profile?.corporate;
  return (
    <Page title={words('account.title')} width="flow">
      <Attention isOnAccountPage />
      {!profile &&
        (query.isError ? (
          <Unavailable query={query}>{words('profile.unavailable')}</Unavailable>
        ) : (
          <Card>
            <Skeleton width="100%" height="220px" />
          </Card>
        ))}
      {isAwaited && (
        <Card>
          <Section title={words('profile.documents')}>
            <Documents businessType={isAwaited.businessType} email={email} />
          </Section>
        </Card>
      )}
      {profile && (
        <Profile profile={profile}>
          {isFailed ? (
            <Card>
              <Section title={words('profile.resubmit.title')}>
                <p>{words('profile.failed', { email, reference: profile.userId })}</p>
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
          {words('header.securitySetting')}
        </ButtonLink>
      )}
    </Page>
  );
}

export default withQueries(AccountInfoRoute);
