import { useQuery } from '@tanstack/react-query';
import { ApiError, type FiatTransaction } from '@wusd/api-sdk/core';
import { formatDateTime, type MessageId } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { useConfig } from '../../shared/api/config.ts';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { type DescriptionItem, DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Detail as Sheet, DetailPart, Why } from '../../shared/money/Detail.tsx';
import { TransactionStatusChip } from '../../shared/money/TransactionStatusChip.tsx';
import { TransactionActions } from '../../shared/money/TransactionActions.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoment } from '../../shared/i18n/time-zone.ts';
import { holds } from '../../shared/session/session.ts';
import { useWithdrawnAmounts } from '../../shared/money/withdrawn-amounts.ts';
import { useStatusName } from '../../shared/money/use-status-name.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { StatusAnnouncement } from '../../shared/money/StatusAnnouncement.tsx';
import { StatusTimeline } from '../../shared/money/StatusTimeline.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { PaymentReference } from './DepositAccount.tsx';
import { bankName } from './offered.ts';
import { SendAgain } from './SendAgain.tsx';
import { depositAccountQuery, fiatApi, fiatTransactionQuery } from './queries.ts';

/** One bank transfer with status and timeline. @param direction hides a transfer of the other direction */
export function FiatDetail({ id, direction }: { id: string; direction?: FiatTransaction['direction'] }) {
  const t = useTranslate();
  const nameOf = useStatusName();
  // Rerender on a change of language: the server's reasons are in the language of the request.
  useStore(language);
  const query = useQuery(fiatTransactionQuery(id));
  const { data, error } = query;
  const isGone = error instanceof ApiError && error.is('NOT_FOUND');
  if (isGone || (data && data.direction !== (direction ?? data.direction)))
    return <Notice tone="info">{t('crypto.gone')}</Notice>;
  if (data)
    return (
      <>
        <Detail transaction={data} />
        <StatusAnnouncement state={data.status} status={nameOf(data.status)} hold={data.hold} />
      </>
    );
  if (error)
    return (
      <Unavailable query={query}>
        {t(direction === 'deposit' ? 'crypto.transactionsUnavailable' : 'crypto.withdraw.unavailable')}
      </Unavailable>
    );
  return <Skeleton width="100%" height="320px" />;
}

/** Statuses in which a receipt is available. */
const settled = new Set<FiatTransaction['status']>(['completed', 'transferred manually']);

/** Labels of a deposit's steps. Other steps have the name of their status. */
const depositSteps: Partial<Record<string, MessageId>> = {
  'to be confirmed': 'fiat.deposit.step.expected',
  processing: 'fiat.deposit.step.received',
  completed: 'fiat.deposit.step.credited',
};

function Detail({ transaction }: { transaction: FiatTransaction }) {
  const t = useTranslate();
  const statusName = useStatusName();
  const locale = useStore(language);
  const { direction, status, hold, reference, timeline, nextStep } = transaction;
  const nameOf = (each: string): string => {
    const step = direction === 'deposit' ? depositSteps[each] : undefined;
    return step === undefined ? statusName(each) : t(step);
  };
  return (
    <Sheet>
      <TransactionStatusChip status={status} />
      {hold && (
        <Why
          message={hold.message}
          until={
            hold.until === undefined ? undefined : t('crypto.leavesAt', { time: formatDateTime(locale, hold.until) })
          }
        />
      )}
      <DepositNotices transaction={transaction} />
      {reference === undefined && <ReferenceToQuote transaction={transaction} />}
      <Facts transaction={transaction} />
      {reference !== undefined && (
        <DetailPart title={t('fiat.bankReference')}>
          <Copyable text={reference} what={t('fiat.theReference')} group={40} />
        </DetailPart>
      )}
      <DetailPart title={t('order.timeline')}>
        <StatusTimeline entries={timeline} nextStep={nextStep} nameOf={nameOf} />
      </DetailPart>
      <SendAgain {...transaction} />
      <Actions transaction={transaction} />
    </Sheet>
  );
}

/** The reference that an expected wire must include. */
function ReferenceToQuote({ transaction: { direction, status, partnerId } }: { transaction: FiatTransaction }) {
  const isExpected = direction === 'deposit' && status === 'to be confirmed';
  const { data } = useQuery(depositAccountQuery(isExpected ? partnerId : undefined));
  return isExpected && data && <PaymentReference reference={data.reference} />;
}

/** Says that a deposit has not arrived yet, or that its amount differs from the declared one. */
function DepositNotices({ transaction: { direction, status, difference } }: { transaction: FiatTransaction }) {
  const t = useTranslate();
  const money = useMoney();
  return (
    <>
      {direction === 'deposit' && status === 'to be confirmed' && (
        <Notice tone="info">{t('fiat.deposit.waits')}</Notice>
      )}
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
    </>
  );
}

/** Labels that differ between a deposit and a withdrawal. */
const labels = {
  deposit: { partner: 'bank.bankName', account: 'fiat.account', remark: 'fiat.remark', created: 'fiat.deposit.begun' },
  withdrawal: {
    partner: 'fiat.withdraw.from',
    account: 'crypto.withdraw.to',
    remark: 'fiat.purpose',
    created: 'crypto.asked',
  },
} as const satisfies Record<FiatTransaction['direction'], Record<string, MessageId>>;

/** Amounts, fees, banks and ids. Omits empty fields. */
function Facts({ transaction }: { transaction: FiatTransaction }) {
  const t = useTranslate();
  const moment = useMoment();
  const config = useConfig();
  const amounts = useAmounts(transaction);
  const { id, direction, rail, partnerId, receivingAccount, remark, receiptCount = 0, createTime } = transaction;
  const label = labels[direction];
  const optional = [
    { label: t(label.partner), value: bankName(config, partnerId) },
    { label: t(label.account), value: receivingAccount },
    { label: t('fiat.rail'), value: rail },
    { label: t(label.remark), value: remark },
    {
      label: t('fiat.receipts'),
      value: receiptCount > 0 ? t('fiat.receipts.count', { count: receiptCount }) : undefined,
    },
  ];
  return (
    <DescriptionList
      items={[
        ...amounts,
        ...optional.filter(({ value }) => value),
        { label: t(label.created), value: moment(createTime) },
        { label: t('crypto.id'), value: id },
      ]}
    />
  );
}

function useAmounts(transaction: FiatTransaction): DescriptionItem[] {
  const t = useTranslate();
  const money = useMoney();
  const withdrawn = useWithdrawnAmounts(transaction, t('fiat.fee'));
  const { direction, pay, receive, difference } = transaction;
  if (direction === 'deposit') {
    const received = { label: t('crypto.amount'), value: money(receive), isStrong: true };
    return difference ? [{ label: t('fiat.declared'), value: money(pay) }, received] : [received];
  }
  return withdrawn;
}

function Actions({ transaction }: { transaction: FiatTransaction }) {
  const t = useTranslate();
  const money = useMoney();
  const { id, direction, pay, status } = transaction;
  const isDeposit = direction === 'deposit';
  return (
    <TransactionActions
      transaction={transaction}
      queryKey={fiatTransactionQuery(id).queryKey}
      api={fiatApi.fiatTransactions}
      serverNow={() => fiatApi.serverTime()}
      hasReceipt={settled.has(status) && holds(`wallet_history.${isDeposit ? 'deposit' : 'withdraw'}.fiat.receipt`)}
      cancelling={{
        label: t(isDeposit ? 'fiat.deposit.cancel' : 'crypto.withdraw.cancel'),
        title: t(isDeposit ? 'fiat.deposit.cancel.title' : 'crypto.withdraw.cancel.title'),
        body: isDeposit ? t('fiat.deposit.cancel.body') : t('crypto.withdraw.cancel.body', { amount: money(pay) }),
      }}
    />
  );
}
