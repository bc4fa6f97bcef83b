import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { proveAct } from '../../app/acts.ts';
import { ButtonLink } from '../../app/link.tsx';
import { OneThing } from '../../app/OneThing.tsx';
import { Page } from '../../app/Page.tsx';
import { profileQuery } from '../../app/profile-query.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { withQueries } from '../../app/queries.tsx';
import { useWords } from '../../app/words.ts';
import { securityApi } from '../../features/security/api.ts';
import { NewPhoneForm } from '../../features/security/NewPhoneForm.tsx';

/** The first number of an account that has none. */
function VerifyPhoneRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  if (profile?.phoneNumber !== undefined) {
    return (
      <OneThing
        icon="phone"
        title={words('security.verifyPhone.bound')}
        action={<ButtonLink to="/change-phone">{words('security.changePhone.title')}</ButtonLink>}
      >
        {`•••• ${profile.phoneNumber.slice(-4)}`}
      </OneThing>
    );
  }
  return (
    <Page title={words('security.verifyPhone.title')} width="flow" intro={words('security.verifyPhone.intro')}>
      <Card>
        {profile ? (
          <NewPhoneForm
            review={(phoneNumber) => securityApi.contact.reviewPhoneChange({ phoneNumber })}
            onReviewed={(review, phoneNumber) =>
              void navigate({
                to: proveAct({
                  action: 'verify-phone',
                  intro: 'security.changePhone.verify',
                  review,
                  act: async (intent, mfa) =>
                    void (await securityApi.contact.changePhone({ phoneNumber }, { intent, mfa })),
                  goesTo: '/result/verify-phone-success',
                }),
              })
            }
          />
        ) : query.isError ? (
          <Unavailable query={query}>{words('security.unavailable')}</Unavailable>
        ) : (
          <Skeleton width="100%" height="140px" />
        )}
      </Card>
    </Page>
  );
}

export default withQueries(VerifyPhoneRoute);
