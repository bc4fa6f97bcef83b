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
import { refetchWhileOpen } from '../../shared/money/follow.ts';
import { PrintButton } from '../../shared/money/PrintButton.tsx';
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

/** Outcome of a deposit by status. In all other statuses it is still expected. */
const depositOutcomes: Partial<Record<FiatTransaction['status'], { title: MessageId; body?: MessageId }>> = {
  processing: { title: 'fiat.deposit.success.received', body: 'fiat.deposit.success.received.body' },
  completed: { title: 'fiat.deposit.success.done' },
  cancelled: { title: 'fiat.deposit.success.cancelled' },
  rejected: { title: 'fiat.deposit.success.rejected' },
};
const expected = { title: 'fiat.deposit.success.title', body: 'fiat.deposit.success.body' } as const;

/** Loads a transfer from the server. The URL has only its id. */
function useTransfer(
  id: string | undefined,
  scope: 'wallet_history.deposit.fiat.view' | 'wallet_history.withdraw.fiat.view',
) {
  const isShown = id !== undefined && holds(scope);
  const { data } = useQuery({ ...fiatTransactionQuery(id ?? ''), enabled: isShown, refetchInterval: refetchWhileOpen });
  return { data, shown: isShown ? id : undefined };
}

function FiatDepositSuccessRoute() {
  const t = useTranslate();
  const { transaction } = useSearch({ from: '/result/fiat-deposit-success' });
  const { data, shown } = useTransfer(transaction, 'wallet_history.deposit.fiat.view');
  const outcome = (data && depositOutcomes[data.status]) ?? expected;
  const title = t(outcome.title);
  const body = outcome.body && t(outcome.body);
  const actions = (
    <Actions data-screen-only="">
      <ButtonLink to="/wallet">{t('crypto.withdraw.success.wallet')}</ButtonLink>
      {holds('wallet_history') && (
        <ButtonLink to="/wallet-history" search={{ kind: 'fiat-deposit' }} variant="secondary">
          {t('fiat.deposit.all')}
        </ButtonLink>
      )}
      {shown !== undefined && <PrintButton />}
    </Actions>
  );
  if (shown === undefined)
    return (
      <ResultPage icon="clock" title={title} action={actions}>
        {body}
      </ResultPage>
    );
  return (
    <Page title={title} width="flow" side={<HelpCard questions={['held', 'cost']} />} intro={body}>
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
    <WithdrawalResult
      withdrawal={data}
      kind="fiat-withdrawal"
      side={<HelpCard questions={['held', 'unusable', 'cooldown']} />}
    >
      {shown !== undefined && <FiatDetail id={shown} direction="withdrawal" />}
    </WithdrawalResult>
  );
}

export const FiatDepositSuccess = withQueries(FiatDepositSuccessRoute);
export const FiatWithdrawSuccess = withQueries(FiatWithdrawSuccessRoute);
