import type { QueryKey } from '@tanstack/react-query';
import type { Download, NextMove } from '@wusd/api-sdk/core';
import { CancelPayment } from './CancelPayment.tsx';
import { Receipt } from './Receipt.tsx';

export interface TransactionActionsProps {
  transaction: { id: string; nextMoves: readonly NextMove[] };
  /** Whose answer is shown: it is as the cancelling left it. */
  queryKey: QueryKey;
  api: { cancel: (id: string) => Promise<unknown>; receipt: (id: string) => Promise<Download> };
  serverNow: () => Date;
  hasReceipt: boolean;
  /** Texts of the cancellation. */
  cancelling: { label: string; title: string; body: string };
}

/** What can be done about a transaction: its receipt taken along once it is done, itself cancelled before it is. */
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
