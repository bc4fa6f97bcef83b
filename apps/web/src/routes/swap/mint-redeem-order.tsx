import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type Filters, isFiltered } from '../../features/orders/filters.ts';
import { NoOrders } from '../../features/orders/NoOrders.tsx';
import { OrderDetail } from '../../features/orders/OrderDetail.tsx';
import { OrderFilters } from '../../features/orders/OrderFilters.tsx';
import { OrderList } from '../../features/orders/OrderList.tsx';
import { ordersQuery } from '../../features/orders/queries.ts';

/** The customer's orders with filters. Filters and the open order are search parameters. */
function MintRedeemOrderRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/mint-redeem-order' });
  const query = useInfiniteQuery(ordersQuery(filters));
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const orders = data?.pages.flatMap(({ items }) => items);
  const isNarrowed = isFiltered(filters);
  const show = (search: Filters, replace = true): void => void navigate({ to: '/mint-redeem-order', search, replace });
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
        {(isNarrowed || !isNothing) && (
          <OrderFilters filters={filters} onChange={(change) => show({ ...filters, ...change })} />
        )}
        {isError && <Unavailable query={query}>{t('order.unavailable')}</Unavailable>}
        {!orders && !isError && <ListSkeleton count={5} hasLeading />}
        {isNothing && <NoOrders isFiltered={isNarrowed} onClear={() => show({})} />}
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
