import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { FiatTransaction } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { WithdrawalResult } from '../../shared/money/WithdrawalResult.tsx';
import { holds } from '../../shared/session/session.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { FiatDetail } from '../../features/fiat/FiatDetail.tsx';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { fiatTransactionQuery } from '../../features/fiat/queries.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

/** Titles of a deposit's final statuses; all others are in progress. */
const depositTitles: Partial<Record<FiatTransaction['status'], MessageId>> = {
  completed: 'fiat.deposit.success.done',
  failed: 'fiat.deposit.success.over',
  cancelled: 'fiat.deposit.success.over',
  rejected: 'fiat.deposit.success.over',
};

/** A transfer, as the server has it: the address only says which one. */
function useTransfer(
  id: string | undefined,
  scope: 'wallet_history.deposit.fiat.view' | 'wallet_history.withdraw.fiat.view',
) {
  const isShown = id !== undefined && holds(scope);
  const { data } = useQuery({ ...fiatTransactionQuery(id ?? ''), enabled: isShown });
  return { data, shown: isShown ? id : undefined };
}

function FiatDepositSuccessRoute() {
  const t = useTranslate();
  const { transaction } = useSearch({ from: '/result/fiat-deposit-success' });
  const { data, shown } = useTransfer(transaction, 'wallet_history.deposit.fiat.view');
  const title = t((data && depositTitles[data.status]) ?? 'fiat.deposit.success.title');
  const body = data && depositTitles[data.status] ? undefined : t('fiat.deposit.success.body');
  const actions = (
    <Actions>
      <ButtonLink to="/wallet">{t('crypto.withdraw.success.wallet')}</ButtonLink>
      <ButtonLink to="/fiat-deposit" variant="secondary">
        {t('fiat.deposit.all')}
      </ButtonLink>
    </Actions>
  );
  if (shown === undefined)
    return (
      <ResultPage icon="clock" title={title} action={actions}>
        {body}
      </ResultPage>
    );
  return (
    <Page title={title} width="flow" side={<HelpCard />} intro={body}>
      <Card>
        <Section title={t('crypto.detail')}>
          <FiatDetail id={shown} direction="deposit" />
        </Section>
      </Card>
      {actions}
    </Page>
  );
}

function FiatWithdrawSuccessRoute() {
  const { transaction } = useSearch({ from: '/result/fiat-withdraw-success' });
  const { data, shown } = useTransfer(transaction, 'wallet_history.withdraw.fiat.view');
  return (
    <WithdrawalResult withdrawal={data} all="/fiat-withdraw" side={<HelpCard />}>
      {shown !== undefined && <FiatDetail id={shown} direction="withdrawal" />}
    </WithdrawalResult>
  );
}

export const FiatDepositSuccess = withQueries(FiatDepositSuccessRoute);
export const FiatWithdrawSuccess = withQueries(FiatWithdrawSuccessRoute);
