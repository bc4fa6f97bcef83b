import { Card } from '@wusd/ui-kit/Card';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { StepList } from '@wusd/ui-kit/StepList';
import { useState } from 'react';
import { formatDateTime } from '@wusd/i18n';
import { useConfig } from '../shared/api/config.ts';
import { Copyable } from '../shared/feedback/Copyable.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Page } from '../shared/layout/Page.tsx';
import { Section } from '../shared/layout/Section.tsx';
import { ButtonLink } from '../shared/routing/link.tsx';
import { frozenCase } from '../shared/session/frozen-case.ts';
import { useStore } from '../shared/state/store.ts';
import { FreezeConsequences } from '../features/security/FreezeConsequences.tsx';

/** Result of a freeze: its effects, its case reference, and how to unfreeze the account. Nobody is signed in here. */
export default function AccountFrozenRoute() {
  const t = useTranslate();
  const shown = useStore(language);
  const email = useConfig()?.supportEmail ?? '';
  const [freeze] = useState(frozenCase);
  return (
    <Page title={t('security.frozen.title')} width="flow" intro={t('security.frozen.body')}>
      {freeze && (
        <Card>
          <DescriptionList
            items={[
              {
                label: t('security.frozen.reference'),
                value: <Copyable text={freeze.reference} what={t('security.frozen.copied')} group={20} />,
              },
              {
                label: t('security.frozen.since'),
                value: t('security.frozen.time', { time: formatDateTime(shown, freeze.frozenAt) }),
              },
            ]}
          />
        </Card>
      )}
      <Card>
        <Section title={t('security.frozen.what')}>
          <FreezeConsequences />
        </Section>
      </Card>
      <Card>
        <Section title={t('security.frozen.how')}>
          <StepList
            steps={[
              {
                title: t('security.frozen.write'),
                body: t(freeze ? 'security.frozen.write.body' : 'security.frozen.write.noCase', { email }),
              },
              { title: t('security.frozen.check'), body: t('security.frozen.check.body') },
              { title: t('security.frozen.signIn'), body: t('security.frozen.signIn.body') },
            ]}
          />
        </Section>
      </Card>
      <ButtonLink to="/home" variant="secondary" replace>
        {t('app.backHome')}
      </ButtonLink>
    </Page>
  );
}
