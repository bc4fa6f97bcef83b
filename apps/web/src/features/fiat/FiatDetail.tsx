import { useQuery } from '@tanstack/react-query';
import { ApiError, type FiatTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useConfig } from '../../shared/api/config.ts';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DescriptionList } from '../../shared/layout/DescriptionList.tsx';
import { Detail as Sheet, DetailPart, Why } from '../../shared/money/Detail.tsx';
import { statuses } from '../../shared/money/status.ts';
import { StatusChip } from '../../shared/money/StatusChip.tsx';
import { TransactionActions } from '../../shared/money/TransactionActions.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { holds } from '../../shared/session/session.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { Timeline } from '../../shared/layout/Timeline.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { bankName } from './offered.ts';
import { fiatApi, fiatTransactionQuery } from './queries.ts';

/** One transfer between banks: what it is, how far, why it waits if it does. @param direction what it must be, on a page of its own */
export function FiatDetail({ id, direction }: { id: string; direction?: FiatTransaction['direction'] }) {
  const t = useTranslate();
  // Reasons are in the language they were asked for in.
  useStore(language);
  const query = useQuery(fiatTransactionQuery(id));
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.is('NOT_FOUND');
  if (isGone || (data && data.direction !== (direction ?? data.direction)))
    return <Notice tone="info">{t('crypto.gone')}</Notice>;
  if (data) return <Detail transaction={data} />;
  if (error)
    return (
      <Unavailable query={query}>
        {t(direction === 'deposit' ? 'crypto.transactionsUnavailable' : 'crypto.withdraw.unavailable')}
      </Unavailable>
    );
  return <Skeleton width="100%" height="320px" />;
}

/** What ended well enough to have a receipt. */
const done = new Set<FiatTransaction['status']>(['completed', 'transferred manually']);

function Detail({ transaction }: { transaction: FiatTransaction }) {
  const t = useTranslate();
  const locale = useStore(language);
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
            hold.until === undefined ? undefined : t('crypto.leavesAt', { time: formatDateTime(locale, hold.until) })
          }
        />
      )}
      {isDeposit && status === 'to be confirmed' && <Notice tone="info">{t('fiat.deposit.waits')}</Notice>}
      {difference && (
        <Notice tone="warning">
          <strong>
            {t(difference.sign === 'shortfall' ? 'fiat.shortfall' : 'fiat.excess', {
              amount: money(difference.money),
            })}
          </strong>
          <p>{difference.reason}</p>
        </Notice>
      )}
      <DescriptionList
        items={[
          ...(isDeposit
            ? [
                ...(difference ? [{ label: t('fiat.declared'), value: money(pay) }] : []),
                { label: t('crypto.amount'), value: money(receive), isStrong: true },
              ]
            : [
                { label: t('crypto.withdraw.sends'), value: money(pay) },
                ...fees.map((fee) => ({ label: t('fiat.fee'), value: money(fee.money) })),
                { label: t('crypto.withdraw.arrives'), value: money(receive), isStrong: true },
              ]),
          ...line(t(isDeposit ? 'bank.bankName' : 'fiat.withdraw.from'), bankName(config, partnerId)),
          ...line(t(isDeposit ? 'fiat.account' : 'crypto.withdraw.to'), receivingAccount),
          ...line(t('fiat.rail'), rail),
          ...line(t(isDeposit ? 'fiat.remark' : 'fiat.purpose'), remark),
          ...(receiptCount > 0
            ? [{ label: t('fiat.receipts'), value: t('fiat.receipts.count', { count: receiptCount }) }]
            : []),
          {
            label: t(isDeposit ? 'fiat.deposit.begun' : 'crypto.asked'),
            value: formatDateTime(locale, transaction.createTime),
          },
          { label: t('crypto.id'), value: id },
        ]}
      />
      {reference !== undefined && (
        <DetailPart title={t('fiat.bankReference')}>
          <Copyable text={reference} what={t('fiat.theReference')} group={40} />
        </DetailPart>
      )}
      <DetailPart title={t('order.timeline')}>
        <Timeline
          entries={transaction.timeline}
          nameOf={(each) => {
            const label = statuses[each]?.label;
            return label === undefined ? each : t(label);
          }}
        />
      </DetailPart>
      <TransactionActions
        transaction={transaction}
        queryKey={fiatTransactionQuery(id).queryKey}
        api={fiatApi.fiatTransactions}
        hasReceipt={done.has(status) && holds(`wallet_history.${isDeposit ? 'deposit' : 'withdraw'}.fiat.receipt`)}
        cancelling={{
          label: t(isDeposit ? 'fiat.deposit.cancel' : 'crypto.withdraw.cancel'),
          title: t(isDeposit ? 'fiat.deposit.cancel.title' : 'crypto.withdraw.cancel.title'),
          body: isDeposit ? t('fiat.deposit.cancel.body') : t('crypto.withdraw.cancel.body', { amount: money(pay) }),
        }}
      />
    </Sheet>
  );
}
