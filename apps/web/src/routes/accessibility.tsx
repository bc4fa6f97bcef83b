import { formatDate } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../shared/api/config.ts';
import { ButtonLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

/** Date of the last review of the lists below. */
const checkedOn = '2026-11-22';

const Text = styled.article`
  display: grid;
  gap: ${vars.space6};
  max-width: 68ch;

  section {
    display: grid;
    justify-items: start;
    gap: ${vars.space4};
  }
  h2 {
    font: ${vars.typeTitle2};
  }
  ul {
    display: grid;
    gap: ${vars.space3};
    padding-inline-start: ${vars.space6};
    list-style: disc;
  }
  > p {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;

const lists = [
  [
    'accessibility.checked',
    [
      'accessibility.checked.rules',
      'accessibility.checked.listening',
      'accessibility.checked.keyboard',
      'accessibility.checked.room',
      'accessibility.checked.motion',
    ],
  ],
  [
    'accessibility.missing',
    ['accessibility.missing.people', 'accessibility.missing.languages', 'accessibility.missing.legal'],
  ],
] as const;

/** The accessibility statement: the checks and their method, known gaps, and the contact. */
export default function AccessibilityRoute() {
  const t = useTranslate();
  const config = useConfig();
  const shown = useStore(language);
  return (
    <Page title={t('accessibility.title')} width="dashboard" intro={t('accessibility.intro')}>
      <Text>
        {lists.map(([heading, items]) => (
          <section key={heading}>
            <h2>{t(heading)}</h2>
            <ul>
              {items.map((item) => (
                <li key={item}>{t(item)}</li>
              ))}
            </ul>
          </section>
        ))}
        <section>
          <h2>{t('accessibility.report')}</h2>
          {config && <p>{t('accessibility.report.body', { email: config.supportEmail })}</p>}
          <ButtonLink to="/feedback" variant="secondary">
            {t('accessibility.report.feedback')}
          </ButtonLink>
        </section>
        <p>{t('accessibility.date', { date: formatDate(shown, checkedOn) })}</p>
      </Text>
    </Page>
  );
}
