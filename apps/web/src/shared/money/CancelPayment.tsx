import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, type NextMove } from '@wusd/api-sdk/core';
import { formatDateTime } from '@wusd/i18n';
import { ConfirmButton } from '@wusd/ui-kit/ConfirmButton';
import { Notice } from '@wusd/ui-kit/Notice';
import { invalidation } from '../api/invalidation.ts';
import { FormError } from '../forms/FormError.tsx';
import { useSubmission } from '../forms/submission.ts';
import { language } from '../i18n/preferences.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useStore } from '../state/store.ts';
import { useHasPassed } from '../state/use-has-passed.ts';

export interface CancelPaymentProps {
  nextMoves: readonly Pick<NextMove, 'who' | 'until'>[];
  /** Query key of the payment. The response of the cancellation replaces its data. */
  queryKey: QueryKey;
  cancel: () => Promise<unknown>;
  serverNow: () => Date;
  /** Event to publish after a cancellation. */
  changes: 'transaction-changed' | 'order-changed';
  label: string;
  /** Question of the confirmation. */
  title: string;
  /** Explains what the cancellation does. */
  body: string;
}

const isTooLate = (error: unknown): boolean => error instanceof ApiError && error.is('MOVE_NOT_ALLOWED');

/** Cancels a payment after a confirmation, as long as the server allows it. Shows the deadline. */
export function CancelPayment({ nextMoves, queryKey, cancel, serverNow, changes, ...texts }: CancelPaymentProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const queries = useQueryClient();
  const move = nextMoves.find(({ who }) => who === 'customer');
  const isOffered = !useHasPassed(move?.until, serverNow) && move !== undefined;
  const { error, isPending, mutate } = useSubmission(
    () =>
      cancel().catch((failure: unknown) => {
        // The data on screen is out of date: it still allows the cancellation.
        if (isTooLate(failure)) invalidation.publish(changes);
        throw failure;
      }),
    (cancelled) => {
      queries.setQueryData(queryKey, cancelled);
      invalidation.publish(changes);
    },
  );
  return (
    <>
      {isTooLate(error) ? (
        <Notice tone="warning" role="alert">
          {t('result.cancelTooLate')}
        </Notice>
      ) : (
        <FormError error={error} />
      )}
      {isOffered && move.until !== undefined && (
        <p>{t('result.cancelUntil', { time: formatDateTime(locale, move.until) })}</p>
      )}
      <ConfirmButton
        isOffered={isOffered}
        {...texts}
        cancelLabel={t('order.cancel.keep')}
        isBusy={isPending}
        onConfirm={() => mutate(undefined)}
      />
    </>
  );
}
