import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { Preferences } from '../../features/preferences/Preferences.tsx';
import { AccountSide } from '../account-side.tsx';

/** Language, theme, currency and time zone of this browser. */
export default function PreferencesRoute() {
  const t = useTranslate();
  return (
    <Page
      title={t('security.preferences.title')}
      width="flow"
      side={<AccountSide />}
      intro={t('security.preferences.intro')}
    >
      <Preferences />
    </Page>
  );
}
