import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Download } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { AskFirst } from '../AskFirst.tsx';
import { Refusal } from '../forms/Refusal.tsx';
import { useSubmission } from '../forms/submission.ts';
import { saveFile } from '../save-file.ts';
import { stale } from '../stale.ts';
import { useWords } from '../words.ts';

export interface TransactionActsProps {
  transaction: { id: string; nextMoves: readonly { who: string }[] };
  /** Whose answer is shown: it is as the cancelling left it. */
  queryKey: QueryKey;
  api: { cancel: (id: string) => Promise<unknown>; receipt: (id: string) => Promise<Download> };
  hasReceipt: boolean;
  /** How cancelling is said. */
  cancelling: { label: string; title: string; body: string };
}

/** What can be done about a transaction: its receipt taken along once it is done, itself cancelled before it is. */
export function TransactionActs({ transaction, queryKey, api, hasReceipt, cancelling }: TransactionActsProps) {
  const words = useWords();
  const queries = useQueryClient();
  const { id, nextMoves } = transaction;
  const cancel = useSubmission(
    () => api.cancel(id),
    (cancelled) => {
      queries.setQueryData(queryKey, cancelled);
      stale.mark('movements');
      stale.mark('wallet-accounts');
    },
  );
  const receipt = useSubmission(
    () => api.receipt(id),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  return (
    <>
      <Refusal error={cancel.error ?? receipt.error} />
      {hasReceipt && (
        <Button variant="secondary" isWide isBusy={receipt.isPending} onClick={() => receipt.mutate(undefined)}>
          {words('order.receipt')}
        </Button>
      )}
      <AskFirst
        isOffered={nextMoves.some(({ who }) => who === 'customer')}
        {...cancelling}
        keep={words('crypto.withdraw.cancel.keep')}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
      />
    </>
  );
}
