import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { holds } from '../../shared/session/session.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { transactionQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

/** Titles of final statuses; all others are in progress. */
const titles: Record<string, MessageId> = {
  completed: 'crypto.withdraw.success.done',
  failed: 'crypto.withdraw.success.over',
  cancelled: 'crypto.withdraw.success.over',
  rejected: 'crypto.withdraw.success.over',
};

/** Where a withdrawal stands, as the server says it: the address only says which one. */
function CryptoWithdrawSuccessRoute() {
  const t = useTranslate();
  const { transaction: id } = useSearch({ from: '/result/crypto-withdraw-success' });
  const { data } = useQuery({ ...transactionQuery(id ?? ''), enabled: id !== undefined });
  const title = t(titles[data?.status ?? ''] ?? 'crypto.withdraw.success.title');
  const actions = (
    <Actions>
      <ButtonLink to="/wallet">{t('crypto.withdraw.success.wallet')}</ButtonLink>
      <ButtonLink to="/crypto-withdraw" variant="secondary">
        {t('crypto.withdraw.success.all')}
      </ButtonLink>
    </Actions>
  );
  if (id === undefined || !holds('wallet_history.withdraw.crypto.view'))
    return (
      <ResultPage icon="clock" title={t('crypto.withdraw.success.title')} action={actions}>
        {t('crypto.withdraw.success.body')}
      </ResultPage>
    );
  return (
    <Page title={title} width="flow" intro={t('crypto.withdraw.success.body')}>
      <Card>
        <Section title={t('crypto.withdraw.detail')}>
          <TransactionDetail id={id} />
        </Section>
      </Card>
      {actions}
    </Page>
  );
}

export const CryptoWithdrawSuccess = withQueries(CryptoWithdrawSuccessRoute);
