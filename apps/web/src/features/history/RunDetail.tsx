import { useQuery } from '@tanstack/react-query';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { TextLink } from '../../shared/routing/link.tsx';
import { Detail, DetailPart } from '../../shared/money/Detail.tsx';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { allStatuses } from './filters.ts';
import { runQuery } from './queries.ts';

/** One run of auto-redemption: its deposit, its steps, and the reason if it stopped. */
export function RunDetail({ depositId }: { depositId: string }) {
  const t = useTranslate();
  const moment = useMoment();
  const money = useMoney();
  const query = useQuery(runQuery(depositId));
  const { data, isError } = query;
  if (isError) return <Unavailable query={query}>{t('history.unavailable')}</Unavailable>;
  if (data === undefined) return <Skeleton width="100%" height="240px" />;
  if (data === null) return <Notice tone="info">{t('history.none.title')}</Notice>;
  const { status, pay, receive, fee, createTime, run } = data;
  const { label, kind } = allStatuses()[status];
  const step = (title: string, id: string | undefined) => ({
    label: title,
    value:
      id === undefined ? (
        t('history.run.notYet')
      ) : (
        <TextLink to="/wallet-history" search={{ entry: id }}>
          {id}
        </TextLink>
      ),
  });
  return (
    <Detail>
      <StatusChip status={kind}>{t(label)}</StatusChip>
      {run?.stoppedBecause !== undefined && (
        <DetailPart title={t('history.run.stopped')}>
          <Notice tone="warning">{run.stoppedBecause}</Notice>
        </DetailPart>
      )}
      <DescriptionList
        items={[
          { label: t('swap.send'), value: money(pay), isStrong: true },
          ...(receive ? [{ label: t('swap.receive'), value: money(receive), isStrong: true }] : []),
          ...(fee ? [{ label: t('fiat.fee'), value: money(fee) }] : []),
          { label: t('order.time'), value: moment(createTime) },
        ]}
      />
      <DetailPart title={t('history.run.steps')}>
        <DescriptionList
          items={[
            step(t('history.run.deposit'), depositId),
            step(t('history.run.order'), run?.orderId),
            step(t('history.run.payout'), run?.withdrawalId),
          ]}
        />
      </DetailPart>
    </Detail>
  );
}
