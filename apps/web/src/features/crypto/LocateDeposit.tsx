import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { useEffect } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import { useSubmission } from '../../shared/forms/submission.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type NetworkId, networkName } from './networks.ts';
import { cryptoApi } from './queries.ts';
import { type DepositClaim, locateSchema } from './schema.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** Finds a missing deposit by its transaction hash. */
export function LocateDeposit({ networkId, onFound }: { networkId: NetworkId; onFound: (id: string) => void }) {
  const t = useTranslate();
  const network = networkName(networkId);
  const locate = useSubmission(
    ({ txnHash, senderAddress }: DepositClaim) =>
      cryptoApi.cryptoTransactions.verifyDeposit({
        mainNet: networkId,
        txnHash,
        ...(senderAddress !== '' && { senderAddress }),
      }),
    ({ id }) => {
      invalidation.publish('transaction-changed');
      onFound(id);
    },
  );
  const { form, field, onSubmit, error } = useForm({
    schema: locateSchema,
    defaultValues: { txnHash: '', senderAddress: '' },
    submission: locate,
    refusals: (answer) =>
      answer.error instanceof ApiError && answer.error.is('INVALID_REQUEST')
        ? [{ field: 'txnHash', message: 'crypto.locate.invalid', values: { network } }]
        : [],
    onChange: () => {
      if (locate.isError) locate.reset();
    },
  });
  const { reset } = form;
  const { isSuccess } = locate;
  useEffect(() => {
    if (isSuccess) reset();
  }, [isSuccess, reset]);
  const typed = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false };
  return (
    <Form onSubmit={onSubmit} noValidate>
      <FormError error={error} />
      <TextField {...field('txnHash', 'crypto.locate.field', { network })} {...typed} />
      <TextField {...field('senderAddress', 'crypto.locate.sender')} {...typed} maxLength={128} />
      <Button type="submit" variant="secondary" isBusy={locate.isPending}>
        {t('crypto.locate.submit')}
      </Button>
    </Form>
  );
}
