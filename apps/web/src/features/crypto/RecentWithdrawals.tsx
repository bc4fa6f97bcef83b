import { useQuery } from '@tanstack/react-query';
import { Card } from '@wusd/ui-kit/Card';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Section } from '../../shared/layout/Section.tsx';
import { recentQuery } from './queries.ts';
import { Transactions } from './Transactions.tsx';

/** As high as the list's skeleton, so that the layout does not shift. */
const Nothing = styled.p`
  display: grid;
  place-items: center;
  min-height: 220px;
  color: ${vars.fgMuted};
  text-align: center;
`;

/** The customer's latest withdrawals. */
export function RecentWithdrawals({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useTranslate();
  const recent = useQuery(recentQuery('withdrawal'));
  return (
    <Card>
      <Section title={t('crypto.withdraw.recent')}>
        {recent.isError && <Unavailable query={recent}>{t('crypto.withdraw.unavailable')}</Unavailable>}
        {!recent.data && !recent.isError && <ListSkeleton count={3} />}
        {recent.data?.length === 0 && <Nothing>{t('crypto.withdraw.none')}</Nothing>}
        {recent.data && recent.data.length > 0 && <Transactions transactions={recent.data} onOpen={onOpen} />}
      </Section>
    </Card>
  );
}
