import { useQuery } from '@tanstack/react-query';
import { ApiError, type OtcOrder } from '@wusd/api-sdk/core';
import { formatTime } from '@wusd/i18n';
import { StatusChip } from '@wusd/ui-kit/StatusChip';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Detail as Sheet, DetailPart, Why } from '../../shared/money/Detail.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { holds } from '../../shared/session/session.ts';
import { useMoney, useRateLines } from '../../shared/money/use-money.ts';
import { CancelPayment } from '../../shared/money/CancelPayment.tsx';
import { Receipt } from '../../shared/money/Receipt.tsx';
import { StatusAnnouncement } from '../../shared/money/StatusAnnouncement.tsx';
import { StatusTimeline } from '../../shared/money/StatusTimeline.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { SwapAgain } from './SwapAgain.tsx';
import { orderQuery, ordersApi } from './queries.ts';
import { isOrderStatus, statuses } from '../../shared/money/order-status.ts';

/** One order: its amounts, its status with the reason, and the actions on it. */
export function OrderDetail({ id }: { id: string }) {
  const t = useTranslate();
  // Rerender on a change of language: the server's reasons are in the language of the request.
  useStore(language);
  const query = useQuery(orderQuery(id));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('NOT_FOUND')) return <Notice tone="info">{t('order.gone')}</Notice>;
  if (data)
    return (
      <>
        <Detail order={data} />
        <StatusAnnouncement state={data.status} status={t(statuses[data.status].label)} hold={data.hold} />
      </>
    );
  if (error) return <Unavailable query={query}>{t('order.unavailable')}</Unavailable>;
  return <Skeleton width="100%" height="320px" />;
}

function Detail({ order }: { order: OtcOrder }) {
  const t = useTranslate();
  const moment = useMoment();
  const locale = useStore(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const { id, pay, receive, status, hold, timeline, nextMoves, nextStep, transactionId, orderTime } = order;
  const { label, kind } = statuses[status];

  return (
    <Sheet>
      <StatusChip status={kind}>{t(label)}</StatusChip>
      {hold && (
        <Why
          message={hold.message}
          until={hold.until === undefined ? undefined : t('order.until', { time: formatTime(locale, hold.until) })}
        />
      )}
      <DescriptionList
        items={[
          { label: t('swap.send'), value: money(pay), isStrong: true },
          ...rateLines(order),
          { label: t('swap.receive'), value: money(receive), isStrong: true },
          { label: t('order.time'), value: moment(orderTime) },
          ...(transactionId === undefined ? [] : [{ label: t('order.transaction'), value: transactionId }]),
        ]}
      />
      <DetailPart title={t('order.id')}>
        <Copyable text={id} what={t('order.theId')} group={40} />
      </DetailPart>
      <DetailPart title={t('order.timeline')}>
        <StatusTimeline
          entries={timeline}
          nextStep={nextStep}
          nameOf={(each) => (isOrderStatus(each) ? t(statuses[each].label) : each)}
        />
      </DetailPart>
      {status === 'completed' && holds('wallet_history.swap.receipt') && (
        <Receipt load={() => ordersApi.otc.receipt(id)} />
      )}
      <SwapAgain {...order} />
      <CancelPayment
        nextMoves={nextMoves}
        queryKey={orderQuery(id).queryKey}
        cancel={() => ordersApi.otc.cancel(id)}
        serverNow={() => ordersApi.serverTime()}
        changes="order-changed"
        label={t('order.cancel')}
        title={t('order.cancel.title')}
        body={t('order.cancel.body', { pay: money(pay) })}
      />
    </Sheet>
  );
}
