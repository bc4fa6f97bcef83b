import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { BlockchainAddress, Config } from '@wusd/api-sdk/core';
import { type Currency, currencies, kindOf } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { useWithdrawAmount, WithdrawAmount } from '../../shared/money/WithdrawAmount.tsx';
import { addressName } from './networks.ts';
import { AddressField } from './AddressField.tsx';
import { feeQuery } from './queries.ts';
import { cryptoWithdrawal } from './withdrawal-payment.ts';

const cryptoCurrencies = currencies.filter((each) => kindOf(each) === 'crypto');

/** Active addresses on networks that carry the currency; undefined until addresses and configuration have arrived. */
function usableAddresses(
  config: Config | undefined,
  addresses: readonly BlockchainAddress[] | undefined,
  currency: Currency,
): BlockchainAddress[] | undefined {
  if (!config) return undefined;
  const networks = config.currencyNetworks.find((entry) => entry.currency === currency)?.networkIds ?? [];
  return addresses?.filter(({ status, networkId }) => status === 'active' && networks.includes(networkId));
}

/** The currency, address and amount of a withdrawal, and its fee. */
export function WithdrawForm() {
  const t = useTranslate();
  const config = useConfig();
  const state = useSelector(cryptoWithdrawal.actor, (snapshot) => snapshot);
  const { currency, addressId, amount: typed } = cryptoWithdrawal.draft();
  const { data: addresses } = useQuery(addressesQuery());
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => cryptoWithdrawal.send({ type: 'open' }), []);

  const usable = usableAddresses(config, addresses, currency);
  const address = usable?.find(({ id }) => id === addressId);
  const { data: fee } = useQuery({
    ...feeQuery(currency, address?.networkId ?? 3),
    enabled: address !== undefined,
  });
  const counted = useWithdrawAmount({ currency, typed, fee: fee?.money, isSubmitted });
  const { amount, error } = counted;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || amount === undefined) field.current?.focus();
    else if (address)
      cryptoWithdrawal.send({
        type: 'continue',
        request: { money: { currency, amount }, addressId: address.id },
      });
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={state.context.failure} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={state.context.blockers} />
      <SelectField
        label={t('crypto.currency')}
        value={currency}
        options={cryptoCurrencies.map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) => cryptoWithdrawal.change({ currency: value as Currency })}
      />
      <AddressField
        currency={currency}
        addresses={usable}
        value={address?.id ?? ''}
        isMissing={isSubmitted && !address}
        onChange={(value) => cryptoWithdrawal.change({ addressId: value })}
      />
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee?.money}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('crypto.withdraw.fee')}
        to={address && addressName(address)}
        field={field}
        onChange={(value) => cryptoWithdrawal.change({ amount: value })}
      />
      <Button type="submit" isWide isBusy={state.hasTag('busy')}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
