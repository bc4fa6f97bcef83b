import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ActReview, ApiError, type Body } from '@wusd/api-sdk/core';
import { Network, networkNames } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { useConfig } from '../../shared/api/config.ts';
import { Copyable } from '../../shared/feedback/Copyable.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { Lookalike } from '../../shared/money/Lookalike.tsx';
import { toast } from '../../shared/feedback/toasts.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { addressDraft, type AddressDraft, noDraft } from './draft.ts';
import type { ScannedAddress } from './scanned-address.ts';
import { addressesApi, addressesQuery } from '../../shared/money/saved-addresses.ts';

const ScanAddress = lazy(() => import('./ScanAddress.tsx'));
/** Only a page that came over TLS, or from this machine, is given any. */
const hasCameras = navigator.mediaDevices !== undefined;

const Form = styled.form`
  display: grid;
  gap: ${vars.space5};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Buttons = styled.div`
  display: grid;
  gap: ${vars.space3};
`;

/** Who listens learns that another step has begun. */
const focusOn = (heading: HTMLElement | null): void => heading?.focus();

type Fields = Body<'POST /blockchain-address'>;
/** Codes of what is wrong with a field, which is said beside it. */
const refusals = { address: ['31001', '31007', '31008', '31009'], memo: ['31002'] } as const;

export interface AddAddressProps {
  onCancel: () => void;
  /** With its id. */
  onSaved?: (id: string) => void;
  /** Where to once it is proved: back to what it was added for. */
  redirectTo?: '/blockchain' | '/crypto-withdraw' | undefined;
}

/** A new address, typed, then looked at in full, then proved by codes. */
export function AddAddress({ onCancel, onSaved, redirectTo = '/blockchain' }: AddAddressProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const config = useConfig();
  const typed = useStore(addressDraft);
  const { data: saved = [] } = useQuery(addressesQuery());
  const [isSubmitted, setSubmitted] = useState(false);
  const [isScanning, setScanning] = useState(false);
  const [reviewed, setReviewed] = useState<{ fields: Fields; review: ActReview }>();
  const review = useSubmission(
    (fields: Fields) => addressesApi.blockchainAddresses.reviewAdd(fields),
    (found, fields) => {
      if (found.blockers.length === 0) setReviewed({ fields, review: found });
    },
  );

  const change = (next: Partial<AddressDraft>): void => {
    review.reset();
    addressDraft.set({ ...addressDraft.get(), ...next });
  };
  const read = ({ address, memo, networkId }: ScannedAddress): void => {
    setScanning(false);
    change({ address, ...(memo && { memo }), ...(networkId && { networkId: String(networkId) }) });
    toast(t('address.scan.filled'));
  };
  const withMemo = typed.networkId === String(Network.Stellar);
  const blockers = review.data?.blockers ?? [];
  const blockerOf = (codes: readonly string[]): string | undefined =>
    blockers.find(({ errCode }) => codes.includes(errCode))?.message;
  const reason = review.error instanceof ApiError ? review.error.details.reasonCode : undefined;
  const missing = (text: string): string | undefined =>
    isSubmitted && text.trim() === '' ? t('address.required') : undefined;
  const errors = {
    networkId: missing(typed.networkId),
    address:
      missing(typed.address) ??
      blockerOf(refusals.address) ??
      (reason === 'already-saved' ? t('address.alreadySaved') : undefined),
    memo: blockerOf(refusals.memo) ?? (reason === 'too-long' ? t('address.memo.tooLong') : undefined),
    label: missing(typed.label),
  };
  const others = blockers.filter(
    ({ errCode }) => !Object.values(refusals).some((codes: readonly string[]) => codes.includes(errCode)),
  );
  const isOther = review.error !== null && reason !== 'already-saved' && reason !== 'too-long';

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    const { networkId, address, memo, label } = typed;
    if (networkId === '' || address.trim() === '' || label.trim() === '' || review.isPending) return;
    review.mutate({
      networkId: Number(networkId) as Fields['networkId'],
      address: address.trim(),
      label: label.trim(),
      ...(withMemo && memo.trim() !== '' && { memo: memo.trim() }),
    });
  };
  if (reviewed) {
    const { fields, review: found } = reviewed;
    const prove = (): void =>
      void navigate({
        to: startVerification({
          command: 'add-blockchain-address',
          intro: 'address.verify',
          review: found,
          restart: { to: '/blockchain' },
          async execute(intent, mfa) {
            const added = await addressesApi.blockchainAddresses.add(fields, { intent, mfa });
            // The list shows it at once, whatever it finds next.
            queries.setQueryData(addressesQuery().queryKey, (all = []) => [added, ...all]);
            addressDraft.set(noDraft);
            toast(t('address.saved'));
            onSaved?.(added.id);
          },
          redirectTo,
        }),
      });
    return (
      <Form as="section" aria-label={t('address.review')}>
        <h2 ref={focusOn} tabIndex={-1}>
          {t('address.review')}
        </h2>
        <Copyable text={fields.address} what={t('address.theAddress')} />
        <DescriptionList
          items={[
            { label: t('address.network'), value: networkNames[fields.networkId] },
            ...(fields.memo === undefined ? [] : [{ label: t('address.memo'), value: fields.memo }]),
            { label: t('address.label'), value: fields.label },
          ]}
        />
        <Lookalike address={fields.address} saved={saved} />
        <Notice tone="info">{t('address.dayOne')}</Notice>
        <Buttons>
          <Button isWide onClick={prove}>
            {t('address.confirm')}
          </Button>
          <Button variant="secondary" isWide onClick={() => setReviewed(undefined)}>
            {t('address.edit')}
          </Button>
        </Buttons>
      </Form>
    );
  }
  return (
    <Form onSubmit={submit} noValidate>
      {isOther && <FormError error={review.error} />}
      <Blockers blockers={others} />
      <SelectField
        label={t('address.network')}
        value={typed.networkId}
        error={errors.networkId}
        options={[
          { value: '', label: t('address.network.choose') },
          ...(config?.networks ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) => change({ networkId: value })}
      />
      <TextField
        label={t('address.address')}
        value={typed.address}
        error={errors.address}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={120}
        onChange={({ target: { value } }) => change({ address: value })}
        trailing={hasCameras && <IconButton icon="scan" label={t('address.scan')} onClick={() => setScanning(true)} />}
      />
      <Suspense>{isScanning && <ScanAddress onRead={read} onClose={() => setScanning(false)} />}</Suspense>
      {withMemo && (
        <TextField
          label={t('address.memo')}
          hint={t('address.memo.hint')}
          value={typed.memo}
          error={errors.memo}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          onChange={({ target: { value } }) => change({ memo: value })}
        />
      )}
      <TextField
        label={t('address.label')}
        hint={t('address.label.hint')}
        value={typed.label}
        error={errors.label}
        autoComplete="off"
        autoCapitalize="sentences"
        maxLength={40}
        onChange={({ target: { value } }) => change({ label: value })}
      />
      <Buttons>
        <Button type="submit" isWide isBusy={review.isPending}>
          {t('address.continue')}
        </Button>
        <Button variant="secondary" isWide onClick={onCancel}>
          {t('address.cancel')}
        </Button>
      </Buttons>
    </Form>
  );
}
