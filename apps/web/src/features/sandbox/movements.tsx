import { useQuery } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { cryptoTransactions } from '@wusd/api-sdk/resources/crypto-transactions';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { session, clientOptions } from '../../shared/api/client.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Decision, Part, pollMs, Row, sandboxApi, useIdOnPage, useSandboxEvent } from './parts.tsx';
import { topicKey } from '../../shared/api/invalidation.ts';

const ownApi = createClientOf(clientOptions, { cryptoTransactions, fiatTransactions });

type Direction = 'deposit' | 'withdrawal';

/** Events for the transfer that the page shows, or else for the customer's latest transfer of each kind. */
export function Movements() {
  const t = useTranslate();
  const onChain = useIdOnPage('ctx');
  const atBank = useIdOnPage('ftx');
  if (onChain !== undefined) return <ChainMoves id={onChain} title={t('sandbox.movement')} />;
  if (atBank !== undefined) return <BankMoves id={atBank} title={t('sandbox.movement')} />;
  return (
    <>
      <NewestOnChain direction="deposit" />
      <NewestOnChain direction="withdrawal" />
      <NewestAtBank direction="deposit" />
      <NewestAtBank direction="withdrawal" />
    </>
  );
}

function NewestOnChain({ direction }: { direction: Direction }) {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const branch = direction === 'deposit' ? 'deposit' : 'withdraw';
  const newest = useQuery({
    queryKey: topicKey('transactions', 'sandbox', direction),
    queryFn: async ({ signal }) =>
      (await ownApi.cryptoTransactions.search({ filter: { direction }, size: 1 }, { signal })).items,
    enabled: authUser?.scopes.includes(`wallet_history.${branch}.crypto.view`) ?? false,
    meta: { isHandled: true },
  });
  const [transaction] = newest.data ?? [];
  return transaction && <ChainMoves id={transaction.id} title={t(`sandbox.${direction}`)} />;
}

interface MovesProps {
  id: string;
  title: string;
}

/** Network events and operator actions for a crypto transfer. */
function ChainMoves({ id, title }: MovesProps) {
  const t = useTranslate();
  const moves = useQuery({
    queryKey: topicKey('transactions', 'sandbox', 'moves', id),
    queryFn: ({ signal }) => sandboxApi.listMoves('crypto-transaction', id, { signal }),
    refetchInterval: pollMs,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const types = moves.data?.map(({ type }) => type) ?? [];
  const isSent = types.includes('reversion');
  if (types.length === 0) return null;
  const happen = (type: 'confirmations' | 'reorganisation' | 'reversion', label: MessageId) =>
    types.includes(type) && (
      <Button variant="secondary" isDense onClick={() => act.mutate({ type, subjectId: id })}>
        {t(label)}
      </Button>
    );
  return (
    <Part title={title}>
      {types.includes('approval') && (
        <Decision onDecide={(outcome) => act.mutate({ type: 'approval', subjectId: id, outcome })} />
      )}
      <Row>
        {happen('confirmations', 'sandbox.deposit.confirm')}
        {happen('reorganisation', isSent ? 'sandbox.deposit.forget' : 'sandbox.deposit.takeBack')}
        {happen('reversion', 'sandbox.deposit.revert')}
      </Row>
    </Part>
  );
}

function NewestAtBank({ direction }: { direction: Direction }) {
  const t = useTranslate();
  const { authUser } = useStore(session);
  const branch = direction === 'deposit' ? 'deposit' : 'withdraw';
  const newest = useQuery({
    queryKey: topicKey('transactions', 'sandbox', 'fiat', direction),
    queryFn: async ({ signal }) =>
      (await ownApi.fiatTransactions.search({ filter: { direction }, size: 1 }, { signal })).items,
    enabled: authUser?.scopes.includes(`wallet_history.${branch}.fiat.view`) ?? false,
    meta: { isHandled: true },
  });
  const [transaction] = newest.data ?? [];
  const title = t(direction === 'deposit' ? 'sandbox.wire' : 'sandbox.payout');
  return transaction && <BankMoves id={transaction.id} title={title} />;
}

/** Bank events and operator actions for a wire or a payout. */
function BankMoves({ id, title }: MovesProps) {
  const t = useTranslate();
  const moves = useQuery({
    queryKey: topicKey('transactions', 'sandbox', 'fiat', 'moves', id),
    queryFn: ({ signal }) => sandboxApi.listMoves('fiat-transaction', id, { signal }),
    refetchInterval: pollMs,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const types = moves.data?.map(({ type }) => type) ?? [];
  if (types.length === 0) return null;
  const button = (
    type: 'bank-credit' | 'settlement' | 'refusal' | 'bank-return',
    label: MessageId,
    outcome?: 'shortfall' | 'excess' | 'high-risk',
  ) =>
    types.includes(type) && (
      <Button
        variant="secondary"
        isDense
        onClick={() => act.mutate({ type, subjectId: id, ...(outcome && { outcome }) })}
      >
        {t(label)}
      </Button>
    );
  return (
    <Part title={title}>
      {types.includes('approval') && (
        <Decision onDecide={(outcome) => act.mutate({ type: 'approval', subjectId: id, outcome })} />
      )}
      <Row>
        {button('bank-credit', 'sandbox.wire.exact')}
        {button('bank-credit', 'sandbox.wire.shortfall', 'shortfall')}
        {button('bank-credit', 'sandbox.wire.excess', 'excess')}
        {button('bank-credit', 'sandbox.wire.risky', 'high-risk')}
        {button('settlement', 'sandbox.payout.settle')}
        {button('refusal', 'sandbox.payout.refuse')}
        {button('bank-return', 'sandbox.payout.return')}
      </Row>
    </Part>
  );
}
