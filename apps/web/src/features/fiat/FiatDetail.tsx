import { useQuery } from '@tanstack/react-query';
import { ApiError, type FiatTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useConfig } from '../../app/config.ts';
import { Copyable } from '../../app/Copyable.tsx';
import { Lines } from '../../app/Lines.tsx';
import { Detail as Sheet, DetailPart, Why } from '../../app/money/Detail.tsx';
import { statuses } from '../../app/money/status.ts';
import { StatusChip } from '../../app/money/StatusChip.tsx';
import { TransactionActs } from '../../app/money/TransactionActs.tsx';
import { language } from '../../app/preferences.ts';
import { holds } from '../../app/session.ts';
import { useMoney } from '../../app/swap-words.ts';
import { Timeline } from '../../app/Timeline.tsx';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { bankName } from './offered.ts';
import { fiatApi, fiatTransactionQuery } from './queries.ts';

/** One transfer between banks: what it is, how far, why it waits if it does. @param direction what it must be, on a page of its own */
export function FiatDetail({ id, direction }: { id: string; direction?: FiatTransaction['direction'] }) {
  const words = useWords();
  // Reasons are in the language they were asked for in.
  useValue(language);
  const query = useQuery(fiatTransactionQuery(id));
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.is('NOT_FOUND');
  if (isGone || (data && data.direction !== (direction ?? data.direction)))
    return <Notice tone="info">{words('crypto.gone')}</Notice>;
  if (data) return <Detail transaction={data} />;
  if (error)
    return (
      <Unavailable query={query}>
        {words(direction === 'deposit' ? 'crypto.transactionsUnavailable' : 'crypto.withdraw.unavailable')}
      </Unavailable>
    );
  return <Skeleton width="100%" height="320px" />;
}

/** What ended well enough to have a receipt. */
const done = new Set<FiatTransaction['status']>(['completed', 'transferred manually']);

function Detail({ transaction }: { transaction: FiatTransaction }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const config = useConfig();
  const { id, direction, pay, receive, fees, status, hold, difference, reference } = transaction;
  const { rail, partnerId, receivingAccount, remark, receiptCount = 0 } = transaction;
  const isDeposit = direction === 'deposit';
  const line = (label: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [{ label, value }];
  return (
    <Sheet>
      <StatusChip status={status} />
      {hold && (
        <Why
          message={hold.message}
          until={
            hold.until === undefined
              ? undefined
              : words('crypto.leavesAt', { time: formatDateTime(locale, hold.until) })
          }
        />
      )}
      {isDeposit && status === 'to be confirmed' && <Notice tone="info">{words('fiat.deposit.waits')}</Notice>}
      {difference && (
        <Notice tone="warning">
          <strong>
            {words(difference.sign === 'shortfall' ? 'fiat.shortfall' : 'fiat.excess', {
              amount: money(difference.money),
            })}
          </strong>
          <p>{difference.reason}</p>
        </Notice>
      )}
      <Lines
        lines={[
          ...(isDeposit
            ? [
                ...(difference ? [{ label: words('fiat.declared'), value: money(pay) }] : []),
                { label: words('crypto.amount'), value: money(receive), isStrong: true },
              ]
            : [
                { label: words('crypto.withdraw.sends'), value: money(pay) },
                ...fees.map((fee) => ({ label: words('fiat.fee'), value: money(fee.money) })),
                { label: words('crypto.withdraw.arrives'), value: money(receive), isStrong: true },
              ]),
          ...line(words(isDeposit ? 'bank.bankName' : 'fiat.withdraw.from'), bankName(config, partnerId)),
          ...line(words(isDeposit ? 'fiat.account' : 'crypto.withdraw.to'), receivingAccount),
          ...line(words('fiat.rail'), rail),
          ...line(words(isDeposit ? 'fiat.remark' : 'fiat.purpose'), remark),
          ...(receiptCount > 0
            ? [{ label: words('fiat.receipts'), value: words('fiat.receipts.count', { count: receiptCount }) }]
            : []),
          {
            label: words(isDeposit ? 'fiat.deposit.begun' : 'crypto.asked'),
            value: formatDateTime(locale, transaction.createTime),
          },
          { label: words('crypto.id'), value: id },
        ]}
      />
      {reference !== undefined && (
        <DetailPart title={words('fiat.bankReference')}>
          <Copyable text={reference} what={words('fiat.theReference')} group={40} />
        </DetailPart>
      )}
      <DetailPart title={words('order.timeline')}>
        <Timeline
          entries={transaction.timeline}
          nameOf={(each) => {
            const label = statuses[each]?.label;
            return label === undefined ? each : words(label);
          }}
        />
      </DetailPart>
      <TransactionActs
        transaction={transaction}
        queryKey={fiatTransactionQuery(id).queryKey}
        api={fiatApi.fiatTransactions}
        hasReceipt={done.has(status) && holds(`wallet_history.${isDeposit ? 'deposit' : 'withdraw'}.fiat.receipt`)}
        cancelling={{
          label: words(isDeposit ? 'fiat.deposit.cancel' : 'crypto.withdraw.cancel'),
          title: words(isDeposit ? 'fiat.deposit.cancel.title' : 'crypto.withdraw.cancel.title'),
          body: isDeposit
            ? words('fiat.deposit.cancel.body')
            : words('crypto.withdraw.cancel.body', { amount: money(pay) }),
        }}
      />
    </Sheet>
  );
}
