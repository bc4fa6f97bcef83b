import { ApiError } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useRef, useState } from 'react';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { stale } from '../../app/stale.ts';
import { useWords } from '../../app/words.ts';
import { type NetworkId, networkName } from './networks.ts';
import { cryptoApi } from './queries.ts';
import { Form } from '../../app/forms/Form.tsx';

/** Finds a transfer that did not show by its transaction's hash. */
export function LocateDeposit({ networkId, onFound }: { networkId: NetworkId; onFound: (id: string) => void }) {
  const words = useWords();
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
      stale.mark('movements');
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
    ? words('crypto.locate.required')
    : isMalformed
      ? words('crypto.locate.invalid', { network: networkName(networkId) })
      : undefined;
  return (
    <Form onSubmit={submit} noValidate>
      {!isMalformed && <Refusal error={locate.error} />}
      <TextField
        ref={field}
        label={words('crypto.locate.field', { network: networkName(networkId) })}
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
        label={words('crypto.locate.sender')}
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
        {words('crypto.locate.submit')}
      </Button>
    </Form>
  );
}
