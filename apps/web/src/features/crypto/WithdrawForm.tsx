import { useQuery } from '@tanstack/react-query';
import type { Body, Review } from '@wusd/api-sdk/core';
import { type Currency, currencies, decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { add, compare, roundDown, subtract } from '@wusd/api-sdk/money';
import { shortAddress } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../app/config.ts';
import { parseTypedAmount } from '../../app/forms/amount-input.ts';
import { Refusal } from '../../app/forms/Refusal.tsx';
import { useSubmission } from '../../app/forms/submission.ts';
import { Lines } from '../../app/Lines.tsx';
import { ButtonLink, TextLink } from '../../app/link.tsx';
import { Blockers } from '../../app/money/Blockers.tsx';
import { addressesQuery } from '../../app/money/saved-addresses.ts';
import { holds } from '../../app/session.ts';
import { useMoney } from '../../app/swap-words.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { networkName } from './networks.ts';
import { availableQuery, cryptoApi, feeQuery } from './queries.ts';
import { withdrawDraft, type WithdrawDraft } from './withdraw-draft.ts';

const Form = styled.form`
  display: grid;
  gap: ${vars.space5};
`;
const Below = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2};
`;

/** The way out to a new one, and back here with what was typed. */
const newAddress = { to: '/blockchain', search: { add: true, from: 'withdraw' } } as const;

type Withdrawal = Body<'POST /crypto-transaction/withdraw'>;

/** What to withdraw, where to, and what it costs, as it is typed. */
export function WithdrawForm({ onReviewed }: { onReviewed: (body: Withdrawal, review: Review) => void }) {
  const words = useWords();
  const money = useMoney();
  const config = useConfig();
  const { currency, addressId, amount: typed } = useValue(withdrawDraft);
  const { data: accounts } = useQuery(availableQuery);
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
  const held = accounts?.find((each) => each.currency === currency)?.available;
  const available = held === undefined ? undefined : roundDown(held, decimalsOf(currency));
  const most =
    available === undefined || !fee
      ? undefined
      : compare(available, fee.money.amount) > 0
        ? subtract(available, fee.money.amount)
        : '0';

  const amount = parseTypedAmount(typed, decimalsOf(currency));
  const isUsable = amount !== undefined && /[1-9]/.test(amount);
  const complaint = (): string | undefined => {
    if (typed.trim() === '') return isSubmitted ? words('swap.amountRequired') : undefined;
    if (amount === undefined) return words('home.calc.amountInvalid');
    if (!isUsable) return words('swap.amountRequired');
    if (most !== undefined && compare(amount, most) > 0)
      return words('crypto.withdraw.tooMuch', { amount: money({ currency, amount: most }) });
    return undefined;
  };
  const error = complaint();

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
    if (error !== undefined || !isUsable) field.current?.focus();
    else if (address && !review.isPending) review.mutate({ money: { currency, amount }, addressId: address.id });
  };
  const blockers = review.data?.blockers ?? [];
  const canAdd = holds('wallet.blockchain_address.add');

  return (
    <Form onSubmit={submit} noValidate>
      <Refusal error={review.error} />
      <Blockers title={words('crypto.withdraw.blocked')} blockers={blockers} />
      <SelectField
        label={words('crypto.currency')}
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
                {words('crypto.withdraw.addAddress')}
              </ButtonLink>
            )
          }
        >
          {words('crypto.withdraw.noAddress', { currency })}
        </Notice>
      ) : (
        <SelectField
          label={words('crypto.withdraw.to')}
          value={address?.id ?? ''}
          error={isSubmitted && !address ? words('crypto.withdraw.chooseAddress') : undefined}
          hint={canAdd && <TextLink {...newAddress}>{words('crypto.withdraw.addAddress')}</TextLink>}
          options={[
            { value: '', label: words('crypto.withdraw.chooseAddress') },
            ...usable.map(({ id, label, networkId, address: text }) => ({
              value: id,
              label: `${label} · ${networkName(networkId)} · ${shortAddress(text)}`,
            })),
          ]}
          onChange={({ target: { value } }) => change({ addressId: value })}
        />
      )}
      <TextField
        ref={field}
        label={words('crypto.withdraw.amount')}
        inputMode="decimal"
        isNumeric
        autoComplete="off"
        value={typed}
        error={error}
        hint={
          available !== undefined && (
            <Below>
              {words('swap.available', { amount: money({ currency, amount: available }) })}
              {most !== undefined && (
                <Button
                  variant="quiet"
                  isDense
                  aria-label={words('crypto.withdraw.max.label')}
                  onClick={() => change({ amount: most })}
                >
                  {words('swap.max')}
                </Button>
              )}
            </Below>
          )
        }
        onChange={({ target: { value } }) => change({ amount: value })}
      />
      {fee && (
        <Lines
          lines={[
            { label: words('crypto.withdraw.fee'), value: money(fee.money) },
            ...(isUsable
              ? [
                  {
                    label: words('crypto.withdraw.sends'),
                    value: money({ currency, amount: add(amount, fee.money.amount) }),
                  },
                  { label: words('crypto.withdraw.arrives'), value: money({ currency, amount }), isStrong: true },
                ]
              : []),
          ]}
        />
      )}
      <Button type="submit" isWide isBusy={review.isPending}>
        {words('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
