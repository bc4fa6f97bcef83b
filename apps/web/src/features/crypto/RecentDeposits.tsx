import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { recentQuery } from './queries.ts';
import { Transactions } from './Transactions.tsx';

/** The latest deposits. Announces to screen readers when the newest one completes. */
export function RecentDeposits({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslate();
  const money = useMoney();
  const query = useQuery(recentQuery('deposit'));
  const { data, isError } = query;
  const newest = data?.[0];
  return (
    <>
      {isError && <Unavailable query={query}>{t('crypto.transactionsUnavailable')}</Unavailable>}
      {!data && !isError && <ListSkeleton count={3} />}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={t('crypto.deposit.none.title')}>
          {t('crypto.deposit.none.body')}
        </EmptyState>
      )}
      {newest && <Transactions transactions={data} onOpen={onOpen} />}
      <VisuallyHidden role="status">
        {newest?.status === 'completed' && t('crypto.deposit.arrived', { amount: money(newest.receive) })}
      </VisuallyHidden>
    </>
  );
}
