import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatDateTime } from '@wusd/i18n';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { useConfig } from '../../app/config.ts';
import { TransactionList } from '../../app/money/TransactionList.tsx';
import { language } from '../../app/preferences.ts';
import { Section } from '../../app/Section.tsx';
import { useMoney } from '../../app/swap-words.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { bankName } from './offered.ts';
import { recentFiatQuery } from './queries.ts';

/** The newest of a direction, as they move. Each opens on a page of its own. */
export function FiatTransactions({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const config = useConfig();
  const { history } = useRouter();
  const query = useQuery(recentFiatQuery(direction));
  const { data, isError } = query;
  const isDeposit = direction === 'deposit';
  const view = isDeposit ? '/view-fiat-deposit' : '/view-fiat-withdraw';
  return (
    <Section title={words(isDeposit ? 'crypto.deposit.recent' : 'crypto.withdraw.recent')}>
      {isError && (
        <Unavailable query={query}>
          {words(isDeposit ? 'crypto.transactionsUnavailable' : 'crypto.withdraw.unavailable')}
        </Unavailable>
      )}
      {!data && !isError && <ListSkeleton count={3} />}
      {data?.length === 0 && (
        <EmptyState icon="clock" title={words(isDeposit ? 'crypto.deposit.none.title' : 'crypto.withdraw.none')}>
          {words(isDeposit ? 'fiat.deposit.none' : 'fiat.withdraw.none')}
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
          onOpen={(id) => history.push(`${view}?transaction=${id}`)}
        />
      )}
    </Section>
  );
}
