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
import { FiatDetail } from '../../features/fiat/FiatDetail.tsx';
import { fiatTransactionQuery } from '../../features/fiat/queries.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

interface Direction {
  direction: 'deposit' | 'withdrawal';
  scope: 'wallet_history.deposit.fiat.view' | 'wallet_history.withdraw.fiat.view';
  all: { to: '/fiat-deposit' | '/fiat-withdraw'; label: MessageId };
  detail: MessageId;
  body: MessageId;
  /** Titles while it is in progress, after success and after failure. */
  titles: { open: MessageId; done: MessageId; over: MessageId };
}

const deposit: Direction = {
  direction: 'deposit',
  scope: 'wallet_history.deposit.fiat.view',
  all: { to: '/fiat-deposit', label: 'fiat.deposit.all' },
  detail: 'crypto.detail',
  body: 'fiat.deposit.success.body',
  titles: { open: 'fiat.deposit.success.title', done: 'fiat.deposit.success.done', over: 'fiat.deposit.success.over' },
};
const withdrawal: Direction = {
  direction: 'withdrawal',
  scope: 'wallet_history.withdraw.fiat.view',
  all: { to: '/fiat-withdraw', label: 'crypto.withdraw.success.all' },
  detail: 'crypto.withdraw.detail',
  body: 'crypto.withdraw.success.body',
  titles: {
    open: 'crypto.withdraw.success.title',
    done: 'fiat.withdraw.success.done',
    over: 'crypto.withdraw.success.over',
  },
};
const ends: Record<string, 'done' | 'over'> = {
  completed: 'done',
  'transferred manually': 'done',
  failed: 'over',
  cancelled: 'over',
  rejected: 'over',
};

/** Where a transfer stands, as the server says it: the address only says which one. */
function Success({ direction, scope, all, detail, body, titles, id }: Direction & { id: string | undefined }) {
  const t = useTranslate();
  const { data } = useQuery({ ...fiatTransactionQuery(id ?? ''), enabled: id !== undefined });
  const title = t(titles[ends[data?.status ?? ''] ?? 'open']);
  const actions = (
    <Actions>
      <ButtonLink to="/wallet">{t('crypto.withdraw.success.wallet')}</ButtonLink>
      <ButtonLink to={all.to} variant="secondary">
        {t(all.label)}
      </ButtonLink>
    </Actions>
  );
  if (id === undefined || !holds(scope))
    return (
      <ResultPage icon="clock" title={t(titles.open)} action={actions}>
        {t(body)}
      </ResultPage>
    );
  return (
    <Page title={title} width="flow" intro={t(body)}>
      <Card>
        <Section title={t(detail)}>
          <FiatDetail id={id} direction={direction} />
        </Section>
      </Card>
      {actions}
    </Page>
  );
}

function FiatDepositSuccessRoute() {
  return <Success {...deposit} id={useSearch({ from: '/result/fiat-deposit-success' }).transaction} />;
}

function FiatWithdrawSuccessRoute() {
  return <Success {...withdrawal} id={useSearch({ from: '/result/fiat-withdraw-success' }).transaction} />;
}

export const FiatDepositSuccess = withQueries(FiatDepositSuccessRoute);
export const FiatWithdrawSuccess = withQueries(FiatWithdrawSuccessRoute);
