import type { QueryKey } from '@tanstack/react-query';
import type { Download, NextMove } from '@wusd/api-sdk/core';
import { CancelPayment } from './CancelPayment.tsx';
import { Receipt } from './Receipt.tsx';

export interface TransactionActionsProps {
  transaction: { id: string; nextMoves: readonly NextMove[] };
  /** Query key of the transaction. The response of a cancellation replaces its data. */
  queryKey: QueryKey;
  api: { cancel: (id: string) => Promise<unknown>; receipt: (id: string) => Promise<Download> };
  serverNow: () => Date;
  hasReceipt: boolean;
  /** Texts of the cancellation. */
  cancelling: { label: string; title: string; body: string };
}

/** Actions on a transaction: its receipt once it is settled, and its cancellation before that. */
export function TransactionActions({
  transaction: { id, nextMoves },
  queryKey,
  api,
  serverNow,
  hasReceipt,
  cancelling,
}: TransactionActionsProps) {
  return (
    <>
      {hasReceipt && <Receipt load={() => api.receipt(id)} />}
      <CancelPayment
        nextMoves={nextMoves}
        queryKey={queryKey}
        cancel={() => api.cancel(id)}
        serverNow={serverNow}
        changes="transaction-changed"
        {...cancelling}
      />
    </>
  );
}
