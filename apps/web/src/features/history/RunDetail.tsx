import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@wusd/i18n';
import { Chip } from '@wusd/ui-kit/Chip';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { Lines } from '../../app/Lines.tsx';
import { TextLink } from '../../app/link.tsx';
import { Detail, DetailPart } from '../../app/money/Detail.tsx';
import { language } from '../../app/preferences.ts';
import { useMoney } from '../../app/swap-words.ts';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { allStatuses } from './filters.ts';
import { runQuery } from './queries.ts';

/** One run of auto-redemption: what it was made of, each step of it, and why it stopped if it did. */
export function RunDetail({ depositId }: { depositId: string }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const query = useQuery(runQuery(depositId));
  const { data, isError } = query;
  if (isError) return <Unavailable query={query}>{words('history.unavailable')}</Unavailable>;
  if (data === undefined) return <Skeleton width="100%" height="240px" />;
  if (data === null) return <Notice tone="info">{words('history.none.title')}</Notice>;
  const { status, pay, receive, createTime, run } = data;
  const { label, tone, icon } = allStatuses()[status];
  const step = (title: string, id: string | undefined) => ({
    label: title,
    value:
      id === undefined ? (
        words('history.run.notYet')
      ) : (
        <TextLink to="/wallet-history" search={{ entry: id }}>
          {id}
        </TextLink>
      ),
  });
  return (
    <Detail>
      <Chip tone={tone} icon={icon}>
        {words(label)}
      </Chip>
      {run?.stoppedBecause !== undefined && (
        <DetailPart title={words('history.run.stopped')}>
          <Notice tone="warning">{run.stoppedBecause}</Notice>
        </DetailPart>
      )}
      <Lines
        lines={[
          { label: words('swap.send'), value: money(pay), isStrong: true },
          ...(receive ? [{ label: words('swap.receive'), value: money(receive), isStrong: true }] : []),
          { label: words('order.time'), value: formatDateTime(locale, createTime) },
        ]}
      />
      <DetailPart title={words('history.run.steps')}>
        <Lines
          lines={[
            step(words('history.run.deposit'), depositId),
            step(words('history.run.order'), run?.orderId),
            step(words('history.run.payout'), run?.withdrawalId),
          ]}
        />
      </DetailPart>
    </Detail>
  );
}
