import type { QueryKey } from '@tanstack/react-query';
import type { Download, NextMove } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { FormError } from '../forms/FormError.tsx';
import { useSubmission } from '../forms/submission.ts';
import { saveFile } from '../api/save-file.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { CancelPayment } from './CancelPayment.tsx';

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
  const t = useTranslate();
  const receipt = useSubmission(
    () => api.receipt(id),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  return (
    <>
      <FormError error={receipt.error} />
      {hasReceipt && (
        <Button variant="secondary" isWide isBusy={receipt.isPending} onClick={() => receipt.mutate(undefined)}>
          {t('order.receipt')}
        </Button>
      )}
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
