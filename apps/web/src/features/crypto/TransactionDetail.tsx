import { useQuery } from '@tanstack/react-query';
import { ApiError, type CryptoTransaction } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextLink } from '@wusd/ui-kit/TextLink';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
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
import { networkName } from './networks.ts';
import { cryptoApi, transactionQuery } from './queries.ts';

const Explorer = styled.p`
  margin-top: ${vars.space4};
`;

/** One transfer over a network: what it is, how far, why it waits if it does. */
export function TransactionDetail({ id }: { id: string }) {
  const words = useWords();
  // Reasons are in the language they were asked for in.
  useValue(language);
  const query = useQuery(transactionQuery(id));
  const { data, error } = query;
  if (error instanceof ApiError && error.is('NOT_FOUND')) return <Notice tone="info">{words('crypto.gone')}</Notice>;
  if (data) return <Detail transaction={data} />;
  if (error) return <Unavailable query={query}>{words('crypto.transactionsUnavailable')}</Unavailable>;
  return <Skeleton width="100%" height="320px" />;
}

function Detail({ transaction }: { transaction: CryptoTransaction }) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const { id, direction, pay, receive, fees, networkId, status, risk, hold, confirmations, transactionHash } =
    transaction;
  const { receivingAccount, explorerUrl, undisclosed } = transaction;
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
      <Lines
        lines={[
          ...(direction === 'deposit'
            ? [
                {
                  label: words('crypto.amount'),
                  value: undisclosed ? words('crypto.undisclosed') : money(receive),
                  isStrong: !undisclosed,
                },
              ]
            : [
                { label: words('crypto.withdraw.sends'), value: money(pay) },
                ...fees.map((fee) => ({ label: words('crypto.withdraw.fee'), value: money(fee.money) })),
                { label: words('crypto.withdraw.arrives'), value: money(receive), isStrong: true },
              ]),
          { label: words('crypto.network'), value: networkName(networkId) },
          ...(confirmations
            ? [
                {
                  label: words('crypto.deposit.confirmations'),
                  value: words('crypto.confirmations', { seen: confirmations.seen, needed: confirmations.needed }),
                },
              ]
            : []),
          ...(risk === 'high' ? [{ label: words('crypto.risk'), value: words('crypto.risk.high') }] : []),
          {
            label: words(direction === 'deposit' ? 'crypto.seen' : 'crypto.asked'),
            value: formatDateTime(locale, transaction.createTime),
          },
          ...(transaction.memo === undefined ? [] : [{ label: words('crypto.memo'), value: transaction.memo }]),
          { label: words('crypto.id'), value: id },
        ]}
      />
      {direction === 'withdrawal' && receivingAccount !== undefined && (
        <DetailPart title={words('crypto.withdraw.to')}>
          <Copyable text={receivingAccount} what={words('address.theAddress')} />
        </DetailPart>
      )}
      {transactionHash !== undefined && (
        <DetailPart title={words('crypto.hash')}>
          <Copyable text={transactionHash} what={words('crypto.theHash')} />
          {explorerUrl !== undefined && (
            <Explorer>
              <TextLink href={explorerUrl} target="_blank" rel="noreferrer">
                {words('crypto.explorer')}
              </TextLink>
            </Explorer>
          )}
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
        queryKey={transactionQuery(id).queryKey}
        api={cryptoApi.cryptoTransactions}
        hasReceipt={
          status === 'completed' &&
          holds(`wallet_history.${direction === 'deposit' ? 'deposit' : 'withdraw'}.crypto.receipt`)
        }
        cancelling={{
          label: words('crypto.withdraw.cancel'),
          title: words('crypto.withdraw.cancel.title'),
          body: words('crypto.withdraw.cancel.body', { amount: money(pay) }),
        }}
      />
    </Sheet>
  );
}
