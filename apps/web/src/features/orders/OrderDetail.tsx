import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type OtcOrder } from '@wusd/api-sdk/core';
import { formatDateTime, formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Chip } from '@wusd/ui-kit/Chip';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { AskFirst } from '../../app/AskFirst.tsx';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { Lines } from '../../app/Lines.tsx';
import { Detail as Sheet, DetailPart, Why } from '../../app/money/Detail.tsx';
import { language } from '../../app/preferences.ts';
import { saveFile } from '../../app/save-file.ts';
import { holds } from '../../app/session.ts';
import { stale } from '../../app/stale.ts';
import { useMoney, useRateLines } from '../../app/swap-words.ts';
import { Timeline } from '../../app/Timeline.tsx';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { orderQuery, ordersApi } from './queries.ts';
import { isOrderStatus, statuses } from '../../app/money/order-status.ts';

/** One order: what it was, where it stands and why, and what can be done about it. */
export function OrderDetail({ id }: { id: string }) {
  const words = useWords();
  // Reasons are in the language they were asked for in.
  useValue(language);
  const query = useQuery(orderQuery(id));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('NOT_FOUND')) return <Notice tone="info">{words('order.gone')}</Notice>;
  if (data) return <Detail order={data} />;
  if (error) return <Unavailable query={query}>{words('order.unavailable')}</Unavailable>;
  return <Skeleton width="100%" height="320px" />;
}

function Detail({ order }: { order: OtcOrder }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const queries = useQueryClient();
  const { id, pay, receive, status, hold, timeline, nextMoves, transactionId, orderTime } = order;
  const { label, tone, icon } = statuses[status];

  const cancel = useSubmission(
    () => ordersApi.otc.cancel(id),
    (cancelled) => {
      queries.setQueryData(orderQuery(id).queryKey, cancelled);
      stale.mark('orders');
      stale.mark('movements');
      stale.mark('wallet-accounts');
    },
  );
  const receipt = useSubmission(
    () => ordersApi.otc.receipt(id),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  return (
    <Sheet>
      <Chip tone={tone} icon={icon}>
        {words(label)}
      </Chip>
      {hold && (
        <Why
          message={hold.message}
          until={hold.until === undefined ? undefined : words('order.until', { time: formatTime(locale, hold.until) })}
        />
      )}
      <Lines
        lines={[
          { label: words('swap.send'), value: money(pay), isStrong: true },
          ...rateLines(order),
          { label: words('swap.receive'), value: money(receive), isStrong: true },
          { label: words('order.time'), value: formatDateTime(locale, orderTime) },
          { label: words('order.id'), value: id },
          ...(transactionId === undefined ? [] : [{ label: words('order.transaction'), value: transactionId }]),
        ]}
      />
      <DetailPart title={words('order.timeline')}>
        <Timeline entries={timeline} nameOf={(each) => (isOrderStatus(each) ? words(statuses[each].label) : each)} />
      </DetailPart>
      <Refusal error={cancel.error ?? receipt.error} />
      {status === 'completed' && holds('wallet_history.swap.receipt') && (
        <Button variant="secondary" isWide isBusy={receipt.isPending} onClick={() => receipt.mutate(undefined)}>
          {words('order.receipt')}
        </Button>
      )}
      <AskFirst
        isOffered={nextMoves.some(({ who }) => who === 'customer')}
        label={words('order.cancel')}
        title={words('order.cancel.title')}
        body={words('order.cancel.body', { pay: money(pay) })}
        keep={words('order.cancel.keep')}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
      />
    </Sheet>
  );
}
