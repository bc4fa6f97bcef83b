import { useQuery } from '@tanstack/react-query';
import type { Body, Review } from '@wusd/api-sdk/core';
import { type Currency, currencies, kindOf } from '@wusd/api-sdk/domain';
import { shortAddress } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { type SubmitEvent, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { ButtonLink, TextLink } from '../../shared/routing/link.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { useWithdrawAmount, WithdrawAmount } from '../../shared/money/WithdrawAmount.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { networkName } from './networks.ts';
import { cryptoApi, feeQuery } from './queries.ts';
import { withdrawDraft, type WithdrawDraft } from './withdraw-draft.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** The way out to a new one, and back here with what was typed. */
const newAddress = { to: '/blockchain', search: { add: true, from: 'withdraw' } } as const;

type Withdrawal = Body<'POST /crypto-transaction/withdraw'>;

/** What to withdraw, where to, and what it costs, as it is typed. */
export function WithdrawForm({ onReviewed }: { onReviewed: (body: Withdrawal, review: Review) => void }) {
  const t = useTranslate();
  const config = useConfig();
  const { currency, addressId, amount: typed } = useStore(withdrawDraft);
  const { data: addresses } = useQuery(addressesQuery());
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const networks = config?.currencyNetworks.find((entry) => entry.currency === currency)?.networkIds ?? [];
  const usable =
    addresses?.filter(({ status, networkId }) => status === 'active' && networks.includes(networkId)) ?? [];
  const address = usable.find(({ id }) => id === addressId);
  const { data: fee } = useQuery({
    ...feeQuery(currency, address?.networkId ?? 3),
    enabled: address !== undefined,
  });
  const counted = useWithdrawAmount({ currency, typed, fee: fee?.money, isSubmitted });
  const { amount, error } = counted;

  const review = useSubmission(
    (body: Withdrawal) => cryptoApi.cryptoTransactions.reviewWithdrawal(body),
    (found, body) => {
      if (found.blockers.length === 0) onReviewed(body, found);
    },
  );
  const change = (next: Partial<WithdrawDraft>): void => {
    review.reset();
    withdrawDraft.set({ ...withdrawDraft.get(), ...next });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || amount === undefined) field.current?.focus();
    else if (address && !review.isPending) review.mutate({ money: { currency, amount }, addressId: address.id });
  };
  const blockers = review.data?.blockers ?? [];
  const canAdd = holds('wallet.blockchain_address.add');

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={review.error} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={blockers} />
      <SelectField
        label={t('crypto.currency')}
        value={currency}
        options={currencies.filter((each) => kindOf(each) === 'crypto').map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) => change({ currency: value as Currency })}
      />
      {addresses && usable.length === 0 ? (
        <Notice
          tone="info"
          action={
            canAdd && (
              <ButtonLink {...newAddress} variant="secondary" isDense>
                {t('crypto.withdraw.addAddress')}
              </ButtonLink>
            )
          }
        >
          {t('crypto.withdraw.noAddress', { currency })}
        </Notice>
      ) : (
        <SelectField
          label={t('crypto.withdraw.to')}
          value={address?.id ?? ''}
          error={isSubmitted && !address ? t('crypto.withdraw.chooseAddress') : undefined}
          hint={canAdd && <TextLink {...newAddress}>{t('crypto.withdraw.addAddress')}</TextLink>}
          options={[
            { value: '', label: t('crypto.withdraw.chooseAddress') },
            ...usable.map(({ id, label, networkId, address: text }) => ({
              value: id,
              label: `${label} · ${networkName(networkId)} · ${shortAddress(text)}`,
            })),
          ]}
          onChange={({ target: { value } }) => change({ addressId: value })}
        />
      )}
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee?.money}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('crypto.withdraw.fee')}
        field={field}
        onChange={(next) => change({ amount: next })}
      />
      <Button type="submit" isWide isBusy={review.isPending}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
