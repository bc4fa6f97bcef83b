import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { currencies } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useEffect, useEffectEvent, useState } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { usePaused } from '../../shared/state/use-paused.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Filters } from '../../features/orders/filters.ts';
import { OrderDetail } from '../../features/orders/OrderDetail.tsx';
import { OrderList } from '../../features/orders/OrderList.tsx';
import { ordersQuery } from '../../features/orders/queries.ts';
import { isOrderStatus, statuses } from '../../shared/money/order-status.ts';

const Bar = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
  gap: ${vars.space4};

  @media (max-width: 575px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

/** Every swap, to be searched and looked into. What is looked for, and at, stands in the address. */
function MintRedeemOrderRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/mint-redeem-order' });
  const query = useInfiniteQuery(ordersQuery(filters));
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const orders = data?.pages.flatMap(({ items }) => items);
  const isFiltered = filters.status !== undefined || filters.currency !== undefined || filters.text !== undefined;
  const show = (search: Filters, replace = true): void => void navigate({ to: '/mint-redeem-order', search, replace });
  // The address follows once typing has paused: a field that waited for it would lose letters.
  const [typed, setTyped] = useState(filters.text ?? '');
  const paused = usePaused(typed, 250);
  const follow = useEffectEvent((text: string) => {
    if (text.trim() !== (filters.text ?? '')) show({ ...filters, text: text.trim() });
  });
  useEffect(() => follow(paused), [paused]);
  const any = { value: '', label: t('order.filter.any') };
  const isNothing = orders?.length === 0;

  return (
    <Page
      title={t('order.title')}
      width="dashboard"
      intro={t('order.intro')}
      aside={
        <ButtonLink to="/mint-redeem" variant="secondary">
          {t('order.empty.action')}
        </ButtonLink>
      }
    >
      <Card>
        {(isFiltered || !isNothing) && (
          <Bar>
            <TextField
              type="search"
              label={t('order.filter.search')}
              value={typed}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              onChange={(event) => setTyped(event.target.value)}
            />
            <SelectField
              label={t('order.filter.status')}
              value={filters.status ?? ''}
              options={[any, ...Object.entries(statuses).map(([value, { label }]) => ({ value, label: t(label) }))]}
              onChange={({ target: { value } }) =>
                show({ ...filters, status: isOrderStatus(value) ? value : undefined })
              }
            />
            <SelectField
              label={t('order.filter.currency')}
              value={filters.currency ?? ''}
              options={[any, ...currencies.map((value) => ({ value, label: value }))]}
              onChange={({ target: { value } }) =>
                show({ ...filters, currency: currencies.find((each) => each === value) })
              }
            />
          </Bar>
        )}
        {isError && <Unavailable query={query}>{t('order.unavailable')}</Unavailable>}
        {!orders && !isError && <ListSkeleton count={5} hasLeading />}
        {isNothing && !isFiltered && (
          <EmptyState
            icon="order"
            title={t('order.empty.title')}
            action={<ButtonLink to="/mint-redeem">{t('order.empty.action')}</ButtonLink>}
          >
            {t('order.empty.body')}
          </EmptyState>
        )}
        {isNothing && isFiltered && (
          <EmptyState
            icon="order"
            title={t('order.none.title')}
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  setTyped('');
                  show({});
                }}
              >
                {t('order.clear')}
              </Button>
            }
          >
            {t('order.none.body')}
          </EmptyState>
        )}
        {orders && orders.length > 0 && (
          <OrderList orders={orders} onOpen={(order) => show({ ...filters, order }, false)} />
        )}
        <VisuallyHidden role="status">{orders ? t('order.count', { count: orders.length }) : ''}</VisuallyHidden>
        {hasNextPage && (
          <Button variant="secondary" isWide isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('order.more')}
          </Button>
        )}
      </Card>
      <Drawer
        isOpen={filters.order !== undefined}
        onClose={() => show({ ...filters, order: undefined })}
        title={t('order.detail')}
        closeLabel={t('app.close')}
      >
        {filters.order !== undefined && <OrderDetail key={filters.order} id={filters.order} />}
      </Drawer>
    </Page>
  );
}

export default withQueries(MintRedeemOrderRoute);
