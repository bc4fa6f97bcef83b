import { TextLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { AccountSide } from '../account-side.tsx';
import { Limits } from '../../features/limits/Limits.tsx';

export const LimitsPage = withQueries(() => {
  const t = useTranslate();
  return (
    <Page
      title={t('limits.title')}
      width="flow"
      side={<AccountSide />}
      intro={t('limits.intro')}
      aside={<TextLink to="/wallet">{t('wallet.title')}</TextLink>}
    >
      <Limits />
    </Page>
  );
});
