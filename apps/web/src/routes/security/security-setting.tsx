import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDateTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { type PendingCommand, startVerification } from '../../shared/verification/pending-command.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { profileQuery } from '../../shared/session/profile-query.ts';
import { language } from '../../shared/i18n/preferences.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { api } from '../../shared/api/client.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { AutoRedemptionCard } from '../../features/auto-redemption/AutoRedemption.tsx';
import { Checkup } from '../../features/security/Checkup.tsx';
import { Factors } from '../../features/security/Factors.tsx';
import { Freeze } from '../../features/security/Freeze.tsx';
import { Passkeys } from '../../features/security/Passkeys.tsx';
import { SecurityLog } from '../../features/security/SecurityLog.tsx';
import { AccountSide } from '../account-side.tsx';

const hourMs = 60 * 60_000;

function SecuritySettingRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const shown = useStore(language);
  const query = useQuery(profileQuery);
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const { data: profile } = query;
  const page = (content: React.ReactNode) => (
    <Page title={t('security.title')} width="flow" side={<AccountSide />}>
      {content}
    </Page>
  );
  if (!profile) {
    return page(
      query.isError ? (
        <Unavailable query={query}>{t('security.unavailable')}</Unavailable>
      ) : (
        <Card>
          <Skeleton width="100%" height="320px" />
        </Card>
      ),
    );
  }
  const { cooldownEndsAt } = profile;
  const onReviewed = (pending: PendingCommand): void => void navigate({ to: startVerification(pending) });
  const coolingMs = cooldownEndsAt === undefined ? 0 : Date.parse(cooldownEndsAt) - api.serverTime().getTime();
  return page(
    <>
      {cooldownEndsAt !== undefined && coolingMs > 0 && (
        <Notice tone="warning">
          {t('security.cooldown', {
            hours: Math.ceil(coolingMs / hourMs),
            when: formatDateTime(shown, cooldownEndsAt),
          })}
        </Notice>
      )}
      <Card>
        <Section title={t('security.checkup')}>
          <Checkup profile={profile} onReviewed={onReviewed} onAddPasskey={() => setAddingPasskey(true)} />
        </Section>
      </Card>
      <Card>
        <Section title={t('security.factors')}>
          <Factors profile={profile} onReviewed={onReviewed} />
        </Section>
      </Card>
      <Card>
        <Section title={t('passkey.title')}>
          <Passkeys isAdding={isAddingPasskey} onAdding={setAddingPasskey} onReviewed={onReviewed} />
        </Section>
      </Card>
      <AutoRedemptionCard />
      <Card>
        <Section title={t('security.log')}>
          <SecurityLog />
          <p>{t('security.times')}</p>
        </Section>
      </Card>
      <Card>
        <Section title={t('security.freeze')}>
          <Freeze />
        </Section>
      </Card>
    </>,
  );
}

export default withQueries(SecuritySettingRoute);
