import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { MessageId } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { ResultPage } from '../../shared/layout/ResultPage.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { session } from '../../shared/api/client.ts';
import { AmountHero } from '../../shared/money/AmountHero.tsx';
import { PrintButton } from '../../shared/money/PrintButton.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { HelpCard } from '../../features/guide/MoneyGuide.tsx';
import { OrderDetail } from '../../features/orders/OrderDetail.tsx';
import { orderQuery } from '../../features/orders/queries.ts';
import { refetchWhileOpen } from '../../shared/money/follow.ts';
import type { OrderStatus } from '../../shared/money/order-status.ts';

const Actions = styled.div`
  display: grid;
  gap: ${vars.space3};
`;
const Stack = styled.div`
  display: grid;
  gap: ${vars.space5};
`;

/** Titles by status. In all other statuses the order ended without a swap. */
const titles: Partial<Record<OrderStatus, MessageId>> = {
  'pending approval': 'swap.success.pending',
  processing: 'swap.success.title',
  completed: 'swap.success.completed',
};

/** Links to orders, wallet and another swap; without a session, to the log-in. */
function WaysOn({ isLogin }: { isLogin: boolean }) {
  const t = useTranslate();
  return (
    <Actions data-screen-only="">
      {isLogin ? (
        <>
          <ButtonLink to="/mint-redeem-order">{t('swap.success.orders')}</ButtonLink>
          {holds('wallet.wallets') && (
            <ButtonLink to="/wallet" variant="secondary">
              {t('crypto.withdraw.success.wallet')}
            </ButtonLink>
          )}
        </>
      ) : (
        <ButtonLink to="/login">{t('swap.success.signIn')}</ButtonLink>
      )}
    </Actions>
  );
}

/** Status of an order. The URL has only its id; the status comes from the server. */
function MintRedeemSuccessRoute() {
  const t = useTranslate();
  const money = useMoney();
  const { isLogin } = useStore(session);
  const id = useSearch({ from: '/mint-redeem/success' }).result?.id;
  const query = useQuery({
    ...orderQuery(id ?? ''),
    enabled: isLogin && id !== undefined,
    refetchInterval: refetchWhileOpen,
  });
  const actions = <WaysOn isLogin={isLogin} />;
  if (!isLogin)
    return (
      <ResultPage icon="order" title={t('swap.success.title')} action={actions}>
        {t('swap.success.signedOut')}
      </ResultPage>
    );
  const { data, error } = query;
  if (data) {
    // The details already show the reason of a hold.
    const said = data.hold ? undefined : data.timeline.at(-1)?.reason;
    return (
      <Page
        title={t(titles[data.status] ?? 'swap.success.ended')}
        width="flow"
        side={<HelpCard questions={['held']} />}
        intro={said}
      >
        <Card>
          <Stack>
            <AmountHero>{t('swap.success.body', { pay: money(data.pay), receive: money(data.receive) })}</AmountHero>
            <Section title={t('order.detail')}>
              <OrderDetail id={data.id} />
            </Section>
          </Stack>
        </Card>
        {actions}
        <PrintButton />
      </Page>
    );
  }
  if (id === undefined || (error && 'errCode' in error))
    return (
      <ResultPage icon="order" title={t('order.title')} action={actions}>
        {t('swap.success.unknown')}
      </ResultPage>
    );
  return (
    <Page title={t('order.title')} width="flow">
      {error ? (
        <Unavailable query={query}>{t('order.unavailable')}</Unavailable>
      ) : (
        <Skeleton width="100%" height="240px" />
      )}
    </Page>
  );
}

export default withQueries(MintRedeemSuccessRoute);
