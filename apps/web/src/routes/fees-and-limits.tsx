import { useNavigate, useSearch } from '@tanstack/react-router';
import { Notice } from '@wusd/ui-kit/Notice';
import { FeesTables } from '../features/limits/FeesTables.tsx';
import { Limits } from '../features/limits/Limits.tsx';
import { withQueries } from '../shared/api/query-client.tsx';
import { session } from '../shared/api/client.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Page } from '../shared/layout/Page.tsx';
import { Section } from '../shared/layout/Section.tsx';
import { TextLink } from '../shared/routing/link.tsx';
import { holds } from '../shared/session/session.ts';
import { useStore } from '../shared/state/store.ts';

/** Cost, duration and bounds of each payment and, for a signed-in customer, the remaining limits. */
function FeesAndLimitsRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { isLogin } = useStore(session);
  const { currency = 'USD' } = useSearch({ strict: false });
  return (
    <Page title={t('fees.title')} width="dashboard" intro={t('fees.intro')}>
      {!isLogin && (
        <Notice tone="info" action={<TextLink to="/login">{t('swap.success.signIn')}</TextLink>}>
          {t('fees.signedOut')}
        </Notice>
      )}
      <FeesTables
        currency={currency}
        onChoose={(chosen) => void navigate({ to: '/fees-and-limits', search: { currency: chosen }, replace: true })}
      />
      {isLogin && holds('wallet.wallets') && (
        <Section title={t('fees.yours')}>
          <Limits />
        </Section>
      )}
    </Page>
  );
}

export default withQueries(FeesAndLimitsRoute);
