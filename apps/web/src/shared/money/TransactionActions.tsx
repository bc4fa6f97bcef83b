import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { Download } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { ConfirmButton } from '@wusd/ui-kit/ConfirmButton';
import { FormError } from '../forms/FormError.tsx';
import { useSubmission } from '../forms/submission.ts';
import { saveFile } from '../api/save-file.ts';
import { invalidation } from '../api/invalidation.ts';
import { useTranslate } from '../i18n/use-translate.ts';

export interface TransactionActionsProps {
  transaction: { id: string; nextMoves: readonly { who: string }[] };
  /** Whose answer is shown: it is as the cancelling left it. */
  queryKey: QueryKey;
  api: { cancel: (id: string) => Promise<unknown>; receipt: (id: string) => Promise<Download> };
  hasReceipt: boolean;
  /** Texts of the cancellation. */
  cancelling: { label: string; title: string; body: string };
}

/** What can be done about a transaction: its receipt taken along once it is done, itself cancelled before it is. */
export function TransactionActions({ transaction, queryKey, api, hasReceipt, cancelling }: TransactionActionsProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const { id, nextMoves } = transaction;
  const cancel = useSubmission(
    () => api.cancel(id),
    (cancelled) => {
      queries.setQueryData(queryKey, cancelled);
      invalidation.publish('transaction-changed');
    },
  );
  const receipt = useSubmission(
    () => api.receipt(id),
    ({ blob, fileName }) => saveFile(blob, fileName),
  );
  return (
    <>
      <FormError error={cancel.error ?? receipt.error} />
      {hasReceipt && (
        <Button variant="secondary" isWide isBusy={receipt.isPending} onClick={() => receipt.mutate(undefined)}>
          {t('order.receipt')}
        </Button>
      )}
      <ConfirmButton
        isOffered={nextMoves.some(({ who }) => who === 'customer')}
        {...cancelling}
        cancelLabel={t('crypto.withdraw.cancel.keep')}
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
      />
    </>
  );
}
