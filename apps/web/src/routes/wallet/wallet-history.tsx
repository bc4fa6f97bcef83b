import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { lazy, Suspense, useState } from 'react';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ExportHistory, LongExport } from '../../features/history/ExportHistory.tsx';
import { areDaysWrong, entryOf, type Filters, isFiltered } from '../../features/history/filters.ts';
import { HistoryFilters } from '../../features/history/HistoryFilters.tsx';
import { HistoryList } from '../../features/history/HistoryList.tsx';
import { historyQuery } from '../../features/history/queries.ts';
import { RunDetail } from '../../features/history/RunDetail.tsx';

// What each shows is in the file of its own pages: it is fetched when one of them is opened.
const CryptoDetail = lazy(() =>
  import('../crypto/index.ts').then(({ TransactionDetail }) => ({ default: TransactionDetail })),
);
const FiatDetail = lazy(() => import('../fiat/index.ts').then((screens) => ({ default: screens.FiatDetail })));
const OrderDetail = lazy(() => import('../swap/index.ts').then((screens) => ({ default: screens.OrderDetail })));

/** Everything that moved money, to be searched, looked into and taken along. What is looked for, and at, stands in the address. */
function WalletHistoryRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/wallet-history' });
  const [job, setJob] = useState<string>();
  const isWrong = areDaysWrong(filters);
  const query = useQuery(historyQuery(filters));
  const { data, isError } = query;
  const show = (search: Filters, replace = true): void => void navigate({ to: '/wallet-history', search, replace });
  const count = data?.items.length ?? 0;
  const isNothing = data !== undefined && count === 0;
  const isNarrowed = isFiltered(filters);
  const clear = (
    <Button variant="secondary" onClick={() => show({ entry: filters.entry })}>
      {t('history.clear')}
    </Button>
  );
  return (
    <Page
      title={t('history.title')}
      width="dashboard"
      intro={t('history.intro')}
      aside={count > 0 && <ExportHistory filters={filters} onLong={setJob} />}
    >
      {job !== undefined && <LongExport key={job} id={job} onDone={() => setJob(undefined)} />}
      <Card>
        {(isNarrowed || !isNothing) && (
          <HistoryFilters
            filters={filters}
            onChange={(change) => show({ ...filters, ...change })}
            clear={isNarrowed && clear}
          />
        )}
        {!data && isError && <Unavailable query={query}>{t('history.unavailable')}</Unavailable>}
        {!data && !isError && !isWrong && <ListSkeleton count={7} hasLeading />}
        {isNothing && !isNarrowed && (
          <EmptyState
            icon="clock"
            title={t('history.empty.title')}
            action={<ButtonLink to="/crypto-deposit">{t('wallet.deposit')}</ButtonLink>}
          >
            {t('history.empty.body')}
          </EmptyState>
        )}
        {isNothing && isNarrowed && (
          <EmptyState icon="clock" title={t('history.none.title')} action={clear}>
            {t('history.none.body')}
          </EmptyState>
        )}
        {count > 0 && (
          <HistoryList
            key={JSON.stringify({ ...filters, entry: undefined })}
            pageOf={(cursor) => historyQuery(filters, cursor)}
            onOpen={(entry) => show({ ...filters, entry: entryOf(entry) }, false)}
          />
        )}
        <VisuallyHidden role="status">
          {data ? t(data.nextCursor === null ? 'history.count' : 'history.countMore', { count }) : ''}
        </VisuallyHidden>
      </Card>
      <Drawer
        isOpen={filters.entry !== undefined}
        onClose={() => show({ ...filters, entry: undefined })}
        title={t(titleOf(filters.entry))}
        closeLabel={t('app.close')}
      >
        <Suspense fallback={<Skeleton width="100%" height="320px" />}>
          {filters.entry !== undefined && <Entry key={filters.entry} entry={filters.entry} />}
        </Suspense>
      </Drawer>
    </Page>
  );
}

/** What an id is of stands at its front. */
function Entry({ entry }: { entry: string }) {
  if (entry.startsWith('run:')) return <RunDetail depositId={entry.slice('run:'.length)} />;
  if (entry.startsWith('otc_')) return <OrderDetail id={entry} />;
  return entry.startsWith('ftx_') ? <FiatDetail id={entry} /> : <CryptoDetail id={entry} />;
}

function titleOf(entry = '') {
  if (entry.startsWith('run:')) return 'history.autoRedemption';
  return entry.startsWith('otc_') ? 'history.swap' : 'history.detail';
}

export default withQueries(WalletHistoryRoute);
