import { useQuery } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { cryptoTransactions } from '@wusd/api-sdk/resources/crypto-transactions';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import type { MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { tokens } from '../../app/auth.ts';
import { baseUrl, currentLanguage, session } from '../../app/services.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { Decision, Part, Row, sandboxApi, useSandboxEvent } from './parts.tsx';

const ownApi = createClientOf(
  { baseUrl, auth: tokens, language: currentLanguage },
  { cryptoTransactions, fiatTransactions },
);

/** What can happen to the customer's newest deposit or withdrawal: its network's doing, or the desk's. */
export function OnChain({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const words = useWords();
  const { authUser } = useValue(session);
  const branch = direction === 'deposit' ? 'deposit' : 'withdraw';
  const newest = useQuery({
    queryKey: ['movements', 'sandbox', direction],
    queryFn: async ({ signal }) =>
      (await ownApi.cryptoTransactions.search({ filter: { direction }, size: 1 }, { signal })).items,
    enabled: authUser?.scopes.includes(`wallet_history.${branch}.crypto.view`) ?? false,
    meta: { isHandled: true },
  });
  const id = newest.data?.[0]?.id;
  const moves = useQuery({
    queryKey: ['movements', 'sandbox', 'moves', id],
    queryFn: ({ signal }) => sandboxApi.listMoves('crypto-transaction', id ?? '', { signal }),
    enabled: id !== undefined,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const types = moves.data?.map(({ type }) => type) ?? [];
  if (id === undefined || types.length === 0) return null;
  const happen = (type: 'confirmations' | 'reorganisation' | 'reversion', label: MessageId) =>
    types.includes(type) && (
      <Button variant="secondary" isDense onClick={() => act.mutate({ type, subjectId: id })}>
        {words(label)}
      </Button>
    );
  return (
    <Part title={words(`sandbox.${direction}`)}>
      {types.includes('approval') && (
        <Decision onDecide={(outcome) => act.mutate({ type: 'approval', subjectId: id, outcome })} />
      )}
      <Row>
        {happen('confirmations', 'sandbox.deposit.confirm')}
        {happen('reorganisation', direction === 'deposit' ? 'sandbox.deposit.takeBack' : 'sandbox.deposit.forget')}
        {happen('reversion', 'sandbox.deposit.revert')}
      </Row>
    </Part>
  );
}

/** What banks can do with the customer's newest wire or payout, and operators. */
export function AtBank({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const words = useWords();
  const { authUser } = useValue(session);
  const branch = direction === 'deposit' ? 'deposit' : 'withdraw';
  const newest = useQuery({
    queryKey: ['movements', 'sandbox', 'fiat', direction],
    queryFn: async ({ signal }) =>
      (await ownApi.fiatTransactions.search({ filter: { direction }, size: 1 }, { signal })).items,
    enabled: authUser?.scopes.includes(`wallet_history.${branch}.fiat.view`) ?? false,
    meta: { isHandled: true },
  });
  const id = newest.data?.[0]?.id;
  const moves = useQuery({
    queryKey: ['movements', 'sandbox', 'fiat', 'moves', id],
    queryFn: ({ signal }) => sandboxApi.listMoves('fiat-transaction', id ?? '', { signal }),
    enabled: id !== undefined,
    meta: { isHandled: true },
  });
  const act = useSandboxEvent(() => void moves.refetch());
  const types = moves.data?.map(({ type }) => type) ?? [];
  if (id === undefined || types.length === 0) return null;
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
        {words(label)}
      </Button>
    );
  return (
    <Part title={words(direction === 'deposit' ? 'sandbox.wire' : 'sandbox.payout')}>
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
