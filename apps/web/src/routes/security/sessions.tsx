import { withQueries } from '../../shared/api/query-client.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { SignIns } from '../../features/security/SignIns.tsx';
import { AccountSide } from '../account-side.tsx';

/** Current and past sign-ins of the account. */
function SessionsRoute() {
  const t = useTranslate();
  return (
    <Page title={t('security.signIns.title')} width="flow" side={<AccountSide />} intro={t('security.signIns.intro')}>
      <SignIns />
    </Page>
  );
}

export default withQueries(SessionsRoute);
