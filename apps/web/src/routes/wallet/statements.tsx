import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { currencies } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { styled } from 'styled-components';
import { StatementList } from '../../features/statements/StatementList.tsx';
import { statementsQuery } from '../../features/statements/queries.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { TextLink } from '../../shared/routing/link.tsx';

const Filter = styled.div`
  max-width: 20rem;
`;

/** The monthly statements of one currency or of all. The currency is a search parameter. */
function StatementsRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { currency } = useSearch({ from: '/statements' });
  const query = useInfiniteQuery(statementsQuery(currency));
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const statements = data?.pages.flatMap(({ items }) => items);
  return (
    <Page
      title={t('statements.title')}
      width="dashboard"
      intro={t('statements.intro')}
      aside={<TextLink to="/wallet-history">{t('menu.history')}</TextLink>}
    >
      {(currency !== undefined || statements?.length !== 0) && (
        <Filter>
          <SelectField
            label={t('statements.currency')}
            value={currency ?? ''}
            options={[
              { value: '', label: t('statements.allCurrencies') },
              ...currencies.map((value) => ({ value, label: value })),
            ]}
            onChange={({ target: { value } }) =>
              void navigate({
                to: '/statements',
                search: { currency: currencies.find((each) => each === value) },
                replace: true,
              })
            }
          />
        </Filter>
      )}
      {isError && <Unavailable query={query}>{t('statements.unavailable')}</Unavailable>}
      {!statements && !isError && (
        <Card>
          <ListSkeleton count={5} hasLeading />
        </Card>
      )}
      {statements?.length === 0 && (
        <Card>
          <EmptyState icon="clock" title={t('statements.empty.title')}>
            {t('statements.empty.body')}
          </EmptyState>
        </Card>
      )}
      {statements && <StatementList statements={statements} />}
      {hasNextPage && (
        <Button variant="secondary" isWide isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('statements.more')}
        </Button>
      )}
    </Page>
  );
}

export const Statements = withQueries(StatementsRoute);
