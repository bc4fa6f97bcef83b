import { useQuery } from '@tanstack/react-query';
import { ApiError, type CryptoTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextLink } from '@wusd/ui-kit/TextLink';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
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
import { networkName } from './networks.ts';
import { SendAgain } from './SendAgain.tsx';
import { cryptoApi, transactionQuery } from './queries.ts';

const Explorer = styled.p`
  margin-top: ${vars.space4};
`;

/** One crypto transfer: its amounts, its status, and why it is on hold. */
export function TransactionDetail({ id }: { id: string }) {
  const t = useTranslate();
  const nameOf = useStatusName();
  // Rerender on a change of language: the server's reasons are in the language of the request.
  useStore(language);
  const query = useQuery(transactionQuery(id));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('NOT_FOUND')) return <Notice tone="info">{t('crypto.gone')}</Notice>;
  if (data)
    return (
      <>
        <Detail transaction={data} />
        <StatusAnnouncement state={data.status} status={nameOf(data.status)} hold={data.hold} />
      </>
    );
  if (error) return <Unavailable query={query}>{t('crypto.transactionsUnavailable')}</Unavailable>;
  return <Skeleton width="100%" height="320px" />;
}

function Detail({ transaction }: { transaction: CryptoTransaction }) {
  const t = useTranslate();
  const nameOf = useStatusName();
  const moment = useMoment();
  const locale = useStore(language);
  const money = useMoney();
  const withdrawn = useWithdrawnAmounts(transaction, t('crypto.withdraw.fee'));
  const { id, direction, pay, receive, networkId, status, risk, hold, confirmations, transactionHash } = transaction;
  const { receivingAccount, explorerUrl, undisclosed } = transaction;
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
      <DescriptionList
        items={[
          ...(direction === 'deposit'
            ? [
                {
                  label: t('crypto.amount'),
                  value: undisclosed ? t('crypto.undisclosed') : money(receive),
                  isStrong: !undisclosed,
                },
              ]
            : withdrawn),
          { label: t('crypto.network'), value: networkName(networkId) },
          ...(confirmations
            ? [
                {
                  label: t('crypto.deposit.confirmations'),
                  value: t('crypto.confirmations', { seen: confirmations.seen, needed: confirmations.needed }),
                },
              ]
            : []),
          ...(risk === 'high' ? [{ label: t('crypto.risk'), value: t('crypto.risk.high') }] : []),
          {
            label: t(direction === 'deposit' ? 'crypto.seen' : 'crypto.asked'),
            value: moment(transaction.createTime),
          },
          ...(transaction.memo === undefined ? [] : [{ label: t('crypto.memo'), value: transaction.memo }]),
          { label: t('crypto.id'), value: id },
        ]}
      />
      {direction === 'withdrawal' && receivingAccount !== undefined && (
        <DetailPart title={t('crypto.withdraw.to')}>
          <Copyable text={receivingAccount} what={t('address.theAddress')} />
        </DetailPart>
      )}
      {transactionHash !== undefined && (
        <DetailPart title={t('crypto.hash')}>
          <Copyable text={transactionHash} what={t('crypto.theHash')} />
          {explorerUrl !== undefined && (
            <Explorer>
              <TextLink href={explorerUrl} target="_blank" rel="noreferrer">
                {t('crypto.explorer')}
              </TextLink>
            </Explorer>
          )}
        </DetailPart>
      )}
      <DetailPart title={t('order.timeline')}>
        <StatusTimeline entries={transaction.timeline} nextStep={transaction.nextStep} nameOf={nameOf} />
      </DetailPart>
      <SendAgain {...transaction} />
      <TransactionActions
        transaction={transaction}
        queryKey={transactionQuery(id).queryKey}
        api={cryptoApi.cryptoTransactions}
        serverNow={() => cryptoApi.serverTime()}
        hasReceipt={
          status === 'completed' &&
          holds(`wallet_history.${direction === 'deposit' ? 'deposit' : 'withdraw'}.crypto.receipt`)
        }
        cancelling={{
          label: t('crypto.withdraw.cancel'),
          title: t('crypto.withdraw.cancel.title'),
          body: t('crypto.withdraw.cancel.body', { amount: money(pay) }),
        }}
      />
    </Sheet>
  );
}
