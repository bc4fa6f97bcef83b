import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { proveAct } from '../../app/acts.ts';
import { Page } from '../../app/Page.tsx';
import { profileQuery } from '../../app/profile-query.ts';
import { language } from '../../app/preferences.ts';
import { withQueries } from '../../app/queries.tsx';
import { Section } from '../../app/Section.tsx';
import { api } from '../../app/services.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { AutoRedemptionCard } from '../../features/auto-redemption/AutoRedemption.tsx';
import { Factors } from '../../features/security/Factors.tsx';
import { Freeze } from '../../features/security/Freeze.tsx';
import { SecurityLog } from '../../features/security/SecurityLog.tsx';
import { SignIns } from '../../features/security/SignIns.tsx';

const hourMs = 60 * 60_000;

function SecuritySettingRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const shown = useValue(language);
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  const page = (content: React.ReactNode) => (
    <Page title={words('security.title')} width="flow">
      {content}
    </Page>
  );
  if (!profile) {
    return page(
      query.isError ? (
        <Unavailable query={query}>{words('security.unavailable')}</Unavailable>
      ) : (
        <Card>
          <Skeleton width="100%" height="320px" />
        </Card>
      ),
    );
  }
  const { cooldownEndsAt } = profile;
  const coolingMs = cooldownEndsAt === undefined ? 0 : Date.parse(cooldownEndsAt) - api.serverTime().getTime();
  return page(
    <>
      {cooldownEndsAt !== undefined && coolingMs > 0 && (
        <Notice tone="warning">
          {words('security.cooldown', {
            hours: Math.ceil(coolingMs / hourMs),
            when: formatDateTime(shown, cooldownEndsAt),
          })}
        </Notice>
      )}
      <Card>
        <Section title={words('security.factors')}>
          <Factors profile={profile} onReviewed={(pending) => void navigate({ to: proveAct(pending) })} />
        </Section>
      </Card>
      <AutoRedemptionCard />
      <Card>
        <Section title={words('security.signIns')}>
          <SignIns />
        </Section>
      </Card>
      <Card>
        <Section title={words('security.log')}>
          <SecurityLog />
          <p>{words('security.times')}</p>
        </Section>
      </Card>
      <Card>
        <Section title={words('security.freeze')}>
          <Freeze />
        </Section>
      </Card>
    </>,
  );
}

export default withQueries(SecuritySettingRoute);
