import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type FiatTransaction, type Review } from '@wusd/api-sdk/core';
import { decimalsOf, type PartnerId } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { useRef } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { Attachments } from '../../shared/forms/Attachments.tsx';
import { complaintOf, refusedFile } from '../../shared/forms/attachments.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { invalidation } from '../../shared/api/invalidation.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { depositDraft, type DepositDraft, noDeposit } from './deposit-draft.ts';
import { fiatApi, fiatTransactionQuery } from './queries.ts';
import { type DeclaredAmount, declareSchema } from './schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

export interface DeclareFormProps {
  partnerId: PartnerId;
  onDeclared: (deposit: FiatTransaction) => void;
}

/** Declares a wire with its receipts. It moves no money, so it needs no codes. Repeated submissions declare it once. */
export function DeclareForm({ partnerId, onDeclared }: DeclareFormProps) {
  const t = useTranslate();
  const config = useConfig();
  const queries = useQueryClient();
  const draft = useStore(depositDraft);
  const { currency, receipts } = draft;
  // The last reviewed declaration: submitting it again reuses the intent, so that it is declared once.
  const looked = useRef<{ of: string; review: Review }>(undefined);

  const declare = useSubmission(
    async ({ amount, remark }: DeclaredAmount) => {
      const deposit = { currency, amount, partnerId, ...(remark !== '' && { remark }) };
      const of = JSON.stringify(deposit);
      if (looked.current?.of !== of)
        looked.current = { of, review: await fiatApi.fiatTransactions.reviewDeposit(deposit) };
      const { review } = looked.current;
      if (review.blockers.length > 0) {
        looked.current = undefined;
        return { blockers: review.blockers };
      }
      try {
        return {
          deposit: await fiatApi.fiatTransactions.declareDeposit({ ...deposit, receipts }, { intent: review }),
        };
      } catch (failure) {
        // The review has expired; the next attempt requests a new one.
        if (failure instanceof ApiError && failure.is('INTENT_EXPIRED')) looked.current = undefined;
        throw failure;
      }
    },
    ({ deposit }) => {
      if (!deposit) return;
      queries.setQueryData(fiatTransactionQuery(deposit.id).queryKey, deposit);
      invalidation.publish('transaction-changed');
      depositDraft.set({ ...noDeposit, currency, partnerId });
      onDeclared(deposit);
    },
  );
  const change = (next: Partial<DepositDraft>): void => {
    declare.reset();
    depositDraft.set({ ...draft, ...next });
  };
  const isUploadable = config !== undefined && receipts.every((file) => !complaintOf(file, config.upload));
  const { field, onSubmit, error } = useForm({
    schema: declareSchema(decimalsOf(currency)),
    defaultValues: { amount: draft.amount, remark: draft.remark },
    submission: {
      ...declare,
      mutate(declared: DeclaredAmount) {
        if (isUploadable) declare.mutate(declared);
      },
    },
    isEager: true,
    onChange: change,
  });
  const refused = declare.error instanceof ApiError ? refusedFile(declare.error, 'receipts') : undefined;

  return (
    <Form onSubmit={onSubmit} noValidate>
      {!refused && <FormError error={error} />}
      <Blockers title={t('fiat.deposit.blocked')} blockers={declare.data?.blockers ?? []} />
      <TextField
        {...field('amount', 'fiat.deposit.amount', { currency })}
        inputMode="decimal"
        isNumeric
        autoComplete="off"
      />
      {config && (
        <Attachments
          label={t('fiat.deposit.receipts')}
          rules={config.upload}
          files={receipts}
          refused={refused}
          onChange={(files) => change({ receipts: files })}
        />
      )}
      <TextField {...field('remark', 'fiat.deposit.remark')} autoComplete="off" autoCapitalize="sentences" />
      <Button type="submit" isWide isBusy={declare.isPending}>
        {t('fiat.deposit.submit')}
      </Button>
    </Form>
  );
}
