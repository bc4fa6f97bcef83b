import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { useConfig } from '../../shared/api/config.ts';
import { TransactionList } from '../../shared/money/TransactionList.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { bankName } from './offered.ts';
import { recentFiatQuery } from './queries.ts';

/** The latest transfers of one direction. Each opens on its own page. */
export function FiatTransactions({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const config = useConfig();
  const navigate = useNavigate();
  const query = useQuery(recentFiatQuery(direction));
  const { data, isError } = query;
  const isDeposit = direction === 'deposit';
  const view = isDeposit ? '/view-fiat-deposit' : '/view-fiat-withdraw';
  return (
    <Section title={t(isDeposit ? 'crypto.deposit.recent' : 'crypto.withdraw.recent')}>
      {isError && (
        <Unavailable query={query}>
          {t(isDeposit ? 'crypto.transactionsUnavailable' : 'crypto.withdraw.unavailable')}
        </Unavailable>
      )}
      {!data && !isError && <ListSkeleton count={3} />}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={t(isDeposit ? 'crypto.deposit.none.title' : 'crypto.withdraw.none')}>
          {t(isDeposit ? 'fiat.deposit.none' : 'fiat.withdraw.none')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <TransactionList
          items={data.map(({ id, receive, status, partnerId, receivingAccount, createTime }) => ({
            id,
            amount: money(receive),
            status,
            note: `${isDeposit ? bankName(config, partnerId) : (receivingAccount ?? '')} · ${formatDateTime(locale, createTime)}`,
          }))}
          onOpen={(id) => void navigate({ to: view, search: { transaction: id } })}
        />
      )}
    </Section>
  );
}
