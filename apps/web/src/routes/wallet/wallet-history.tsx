import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { HistoryEntry } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { ExportHistory, LongExport } from '../../features/history/ExportHistory.tsx';
import { areDaysWrong, entryOf, type Filters, isFiltered } from '../../features/history/filters.ts';
import { FirstMoneyLink } from '../../features/onboarding/FirstMoneyLink.tsx';
import { HistoryFilters } from '../../features/history/HistoryFilters.tsx';
import { HistoryList } from '../../features/history/HistoryList.tsx';
import { type HistoryPage, historyQuery } from '../../features/history/queries.ts';
import { RunDetail } from '../../features/history/RunDetail.tsx';

// Details are in the bundles of their own pages, and load when an entry is opened.
const CryptoDetail = lazy(() =>
  import('../crypto/index.ts').then(({ TransactionDetail }) => ({ default: TransactionDetail })),
);
const FiatDetail = lazy(() => import('../fiat/index.ts').then((screens) => ({ default: screens.FiatDetail })));
const OrderDetail = lazy(() => import('../swap/index.ts').then((screens) => ({ default: screens.OrderDetail })));

/** Error in the place of the list, below the filters. */
const Failure = styled.div`
  margin-top: ${vars.space5};
`;

const Aside = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${vars.space3} ${vars.space5};
`;

/** The customer's history with filters and export. Filters and the open entry are search parameters. */
function WalletHistoryRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/wallet-history' });
  const [job, setJob] = useState<string>();
  const { data } = useQuery(historyQuery(filters));
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
      aside={
        <Aside>
          <TextLink to="/statements" search={{ currency: filters.currency }}>
            {t('menu.statements')}
          </TextLink>
          <Export filters={filters} page={data} onLong={setJob} />
        </Aside>
      }
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
        <Entries
          filters={filters}
          clear={isNarrowed && clear}
          onOpen={(entry) => show({ ...filters, entry: entryOf(entry) }, false)}
        />
      </Card>
      <EntryDrawer entry={filters.entry} onClose={() => show({ ...filters, entry: undefined })} />
    </Page>
  );
}

interface ExportProps extends ComponentProps<typeof ExportHistory> {
  page: HistoryPage | undefined;
}

/** Export button. Disabled while the history loads, and hidden if there is nothing to export. */
function Export({ page, ...props }: ExportProps) {
  const t = useTranslate();
  if (!page)
    return (
      <Button variant="secondary" disabled>
        {t('history.export')}
      </Button>
    );
  return page.items.length > 0 && <ExportHistory {...props} />;
}

interface EntriesProps {
  filters: Filters;
  /** Control that clears the filters; false without filters. */
  clear: ReactNode;
  onOpen: (entry: HistoryEntry) => void;
}

/** The matching entries, or a message if there are none. */
function Entries({ filters, clear, onOpen }: EntriesProps) {
  const t = useTranslate();
  const query = useQuery(historyQuery(filters));
  const { data, isError } = query;
  const count = data?.items.length ?? 0;
  return (
    <>
      {!data && isError && (
        <Failure>
          <Unavailable query={query}>{t('history.unavailable')}</Unavailable>
        </Failure>
      )}
      {!data && !isError && !areDaysWrong(filters) && <ListSkeleton count={7} hasLeading />}
      {data && count === 0 && <NoEntries clear={clear} />}
      {count > 0 && (
        <HistoryList
          key={JSON.stringify({ ...filters, entry: undefined })}
          pageOf={(cursor) => historyQuery(filters, cursor)}
          onOpen={onOpen}
        />
      )}
      <VisuallyHidden role="status">{data && <EntryCount page={data} />}</VisuallyHidden>
    </>
  );
}

/**
 * Message that there are no entries yet, or that no entry matches the filters.
 *
 * @param clear control that clears the filters
 */
function NoEntries({ clear }: { clear: ReactNode }) {
  const t = useTranslate();
  return clear ? (
    <EmptyState icon="clock" title={t('history.none.title')} action={clear}>
      {t('history.none.body')}
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title={t('history.empty.title')} action={<FirstMoneyLink />}>
      {t('history.empty.body')}
    </EmptyState>
  );
}

/** Number of matching entries, as far as the first page shows it. */
function EntryCount({ page: { items, nextCursor } }: { page: HistoryPage }) {
  const t = useTranslate();
  return t(nextCursor === null ? 'history.count' : 'history.countMore', { count: items.length });
}

/** Details of an entry beside the list. @param entry value of the search parameter; undefined if no entry is open */
function EntryDrawer({ entry, onClose }: { entry: string | undefined; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Drawer isOpen={entry !== undefined} onClose={onClose} title={t(titleOf(entry))} closeLabel={t('app.close')}>
      <Suspense fallback={<Skeleton width="100%" height="320px" />}>
        {entry !== undefined && <Entry key={entry} entry={entry} />}
      </Suspense>
    </Drawer>
  );
}

/** Selects the details component by the prefix of the id. */
function Entry({ entry }: { entry: string }) {
  if (entry.startsWith('run:')) return <RunDetail depositId={entry.slice('run:'.length)} />;
  if (entry.startsWith('otc_')) return <OrderDetail id={entry} />;
  return entry.startsWith('ftx_') ? <FiatDetail id={entry} /> : <CryptoDetail id={entry} />;
}

function titleOf(entry = '') {
  if (entry.startsWith('run:')) return 'history.autoRedemption';
  return entry.startsWith('otc_') ? 'history.swap' : 'history.detail';
}

export const WalletHistory = withQueries(WalletHistoryRoute);
