import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Currency } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { List, ListSkeleton } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { useId } from 'react';
import { styled } from 'styled-components';
import { TextLink } from '../../shared/routing/link.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { entryOf } from './filters.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { latestQuery } from './queries.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${vars.space3};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Nothing = styled.p`
  margin-top: ${vars.space4};
  color: ${vars.fgMuted};
`;

/** The latest entries, each linked to its details in the history. @param currency undefined for all */
export function Latest({ currency }: { currency?: Currency }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const id = useId();
  const query = useQuery(latestQuery(currency));
  const { data, isError } = query;
  return (
    <Card as="section" aria-labelledby={id}>
      <Head>
        <h2 id={id}>{t('wallet.latest')}</h2>
        <TextLink to="/wallet-history" search={currency && { currency }}>
          {t('wallet.latest.all')}
        </TextLink>
      </Head>
      {isError && <Unavailable query={query}>{t('history.unavailable')}</Unavailable>}
      {!data && !isError && <ListSkeleton count={5} hasLeading />}
      {data?.length === 0 && <Nothing>{t('wallet.latest.none')}</Nothing>}
      {data && data.length > 0 && (
        <List>
          {data.map((entry) => (
            <HistoryRow
              key={entryOf(entry)}
              entry={entry}
              onOpen={(opened) => void navigate({ to: '/wallet-history', search: { entry: entryOf(opened) } })}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
