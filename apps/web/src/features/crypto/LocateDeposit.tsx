import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useRef, useState } from 'react';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { type NetworkId, networkName } from './networks.ts';
import { cryptoApi } from './queries.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** Finds a transfer that did not show by its transaction's hash. */
export function LocateDeposit({ networkId, onFound }: { networkId: NetworkId; onFound: (id: string) => void }) {
  const t = useTranslate();
  const [hash, setHash] = useState('');
  const [sender, setSender] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const locate = useSubmission(
    (txnHash: string) => {
      const senderAddress = sender.trim();
      return cryptoApi.cryptoTransactions.verifyDeposit({
        mainNet: networkId,
        txnHash,
        ...(senderAddress !== '' && { senderAddress }),
      });
    },
    ({ id }) => {
      invalidation.publish('transaction-changed');
      setHash('');
      setSender('');
      onFound(id);
    },
  );
  const isMalformed = locate.error instanceof ApiError && locate.error.is('INVALID_REQUEST');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = hash.trim();
    setMissing(typed === '');
    if (typed === '') field.current?.focus();
    else if (!locate.isPending) locate.mutate(typed);
  };
  const error = isMissing
    ? t('crypto.locate.required')
    : isMalformed
      ? t('crypto.locate.invalid', { network: networkName(networkId) })
      : undefined;
  return (
    <Form onSubmit={submit} noValidate>
      {!isMalformed && <FormError error={locate.error} />}
      <TextField
        ref={field}
        label={t('crypto.locate.field', { network: networkName(networkId) })}
        value={hash}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={error}
        onChange={(event) => {
          setHash(event.target.value);
          setMissing(false);
          locate.reset();
        }}
      />
      <TextField
        label={t('crypto.locate.sender')}
        value={sender}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        onChange={(event) => {
          setSender(event.target.value);
          locate.reset();
        }}
      />
      <Button type="submit" variant="secondary" isBusy={locate.isPending}>
        {t('crypto.locate.submit')}
      </Button>
    </Form>
  );
}
