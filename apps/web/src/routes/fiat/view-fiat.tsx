import { useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Notice } from '@wusd/ui-kit/Notice';
import { TextLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { holds } from '../../shared/session/session.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { FiatDetail } from '../../features/fiat/FiatDetail.tsx';

/** One transfer on its own page. The URL has its id. */
function View({ direction, id }: { direction: 'deposit' | 'withdrawal'; id: string | undefined }) {
  const t = useTranslate();
  const isDeposit = direction === 'deposit';
  return (
    <Page
      title={t(isDeposit ? 'crypto.detail' : 'crypto.withdraw.detail')}
      width="flow"
      side={<HelpCard questions={['held', 'cost']} />}
      aside={
        isDeposit
          ? holds('wallet.wallets.deposit') && <TextLink to="/fiat-deposit">{t('fiat.deposit.all')}</TextLink>
          : holds('wallet.wallets.withdraw') && (
              <TextLink to="/fiat-withdraw">{t('crypto.withdraw.success.all')}</TextLink>
            )
      }
    >
      <Card>
        <Section title={t('fiat.details')}>
          {id === undefined ? (
            <Notice tone="info">{t('crypto.gone')}</Notice>
          ) : (
            <FiatDetail key={id} id={id} direction={direction} />
          )}
        </Section>
      </Card>
    </Page>
  );
}

function ViewFiatDepositRoute() {
  return <View direction="deposit" id={useSearch({ from: '/view-fiat-deposit' }).transaction} />;
}

function ViewFiatWithdrawRoute() {
  return <View direction="withdrawal" id={useSearch({ from: '/view-fiat-withdraw' }).transaction} />;
}

export const ViewFiatDeposit = withQueries(ViewFiatDepositRoute);
export const ViewFiatWithdraw = withQueries(ViewFiatWithdrawRoute);
