import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { BlockchainAddress, Config } from '@wusd/api-sdk/core';
import { type Currency, currencies, kindOf, type NetworkIdValue } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { lazy, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type AddressDraft, noAddress } from '../../shared/addresses/draft.ts';
import { addressRefusals, otherBlockers } from '../../shared/addresses/refusals.ts';
import { useConfig } from '../../shared/api/config.ts';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { NewRecipient, type RecipientForm } from '../../shared/forms/NewRecipient.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { useWithdrawAmount, WithdrawAmount } from '../../shared/money/WithdrawAmount.tsx';
import type { PaymentContext } from '../../shared/payments/payment-types.ts';
import { addressName } from './networks.ts';
import { AddressField } from './AddressField.tsx';
import { feeQuery } from './queries.ts';
import { cryptoWithdrawal, type CryptoWithdrawal } from './withdrawal-payment.ts';

const cryptoCurrencies = currencies.filter((each) => kindOf(each) === 'crypto');

const NewAddress = lazy(() => import('./NewAddress.tsx'));

const networksOf = (config: Config | undefined, currency: Currency): Config['networks'] => {
  const ids = config?.currencyNetworks.find((entry) => entry.currency === currency)?.networkIds ?? [];
  return (config?.networks ?? []).filter(({ id }) => ids.includes(id));
};

/** Active addresses on networks that carry the currency; undefined until addresses and configuration have loaded. */
function usableAddresses(
  config: Config | undefined,
  addresses: readonly BlockchainAddress[] | undefined,
  currency: Currency,
): BlockchainAddress[] | undefined {
  if (!config) return undefined;
  const networks = networksOf(config, currency);
  return addresses?.filter(
    ({ status, networkId }) => status === 'active' && networks.some(({ id }) => id === networkId),
  );
}

/** The network of a new address; undefined if it does not carry the currency. */
function chosenNetwork(networks: Config['networks'], { networkId }: AddressDraft): NetworkIdValue | undefined {
  return networks.find(({ id }) => String(id) === networkId)?.id;
}

/** Failure and blockers of the review, without those that the fields of a new address show. */
function notAtField({ failure, blockers }: Pick<PaymentContext, 'failure' | 'blockers'>) {
  const isAtField = addressRefusals({ error: failure, data: undefined }).length > 0;
  return { failure: isAtField ? undefined : failure, blockers: otherBlockers(blockers) };
}

/** Name of the recipient in the summary. */
const nameOf = (entered: AddressDraft | undefined, saved: BlockchainAddress | undefined): string | undefined =>
  entered ? entered.label : saved && addressName(saved);

type Recipient = Pick<CryptoWithdrawal, 'addressId' | 'newRecipient'>;

/** Form for the currency, address and amount of a withdrawal. Shows the fee. */
export function WithdrawForm() {
  const t = useTranslate();
  const config = useConfig();
  const state = useSelector(cryptoWithdrawal.actor, (snapshot) => snapshot);
  const { currency, addressId, newRecipient, amount: typed } = cryptoWithdrawal.draft();
  const { failure, blockers } = state.context;
  const { data: addresses } = useQuery(addressesQuery());
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const newAddress = useRef<RecipientForm>(null);
  useEffect(() => cryptoWithdrawal.send({ type: 'open' }), []);

  const usable = usableAddresses(config, addresses, currency);
  const networks = networksOf(config, currency);
  const address = usable?.find(({ id }) => id === addressId);
  const networkId = newRecipient ? chosenNetwork(networks, newRecipient) : address?.networkId;
  const { data: fee } = useQuery({ ...feeQuery(currency, networkId ?? 3), enabled: networkId !== undefined });
  const counted = useWithdrawAmount({ currency, typed, fee: fee?.money, isSubmitted });
  const { amount, error } = counted;

  const above = newRecipient ? notAtField(state.context) : state.context;
  const proceed = (recipient: Recipient | undefined): void => {
    if (error !== undefined || amount === undefined) field.current?.focus();
    else if (recipient)
      cryptoWithdrawal.send({ type: 'continue', request: { money: { currency, amount }, ...recipient } });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSubmitted(true);
    if (newRecipient) newAddress.current?.submit(event);
    else proceed(address && { addressId: address.id });
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={above.failure} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={above.blockers} />
      <SelectField
        label={t('crypto.currency')}
        value={currency}
        options={cryptoCurrencies.map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) => cryptoWithdrawal.change({ currency: value as Currency })}
      />
      {newRecipient ? (
        <NewRecipient
          title={t('crypto.withdraw.addAddress')}
          back={t('crypto.withdraw.savedAddress')}
          onBack={() => cryptoWithdrawal.change({ newRecipient: undefined })}
        >
          <NewAddress
            // Each currency has its own networks.
            key={currency}
            ref={newAddress}
            draft={config ? { ...newRecipient, networkId: String(networkId ?? '') } : newRecipient}
            networks={networks}
            failure={failure}
            blockers={blockers}
            isBusy={state.hasTag('busy')}
            onChange={(value) => cryptoWithdrawal.change({ newRecipient: value })}
            onSubmit={(value) => proceed({ newRecipient: value })}
          />
        </NewRecipient>
      ) : (
        <AddressField
          currency={currency}
          addresses={usable}
          value={address?.id ?? ''}
          isMissing={isSubmitted && !address}
          onChange={(value) => cryptoWithdrawal.change({ addressId: value })}
          onNew={() => cryptoWithdrawal.change({ newRecipient: noAddress })}
        />
      )}
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee?.money}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('crypto.withdraw.fee')}
        to={nameOf(newRecipient, address)}
        field={field}
        onChange={(value) => cryptoWithdrawal.change({ amount: value })}
      />
      <Button type="submit" isWide isBusy={state.hasTag('busy')}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
