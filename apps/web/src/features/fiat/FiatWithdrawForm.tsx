import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { Config } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { useWithdrawAmount, WithdrawAmount } from '../../shared/money/WithdrawAmount.tsx';
import { BankAccountField } from './BankAccountField.tsx';
import { bankName, fiatCurrencies } from './offered.ts';
import { findPayoutRoute, type PayoutRoute } from './payout-route.ts';
import { feesQuery, sendersQuery } from './queries.ts';
import { fiatWithdrawal, type FiatWithdrawal, type FiatWithdrawalDraft } from './withdrawal-payment.ts';

const maxPurpose = 140;

/** The request of a draft; undefined while it is incomplete. */
function requestOf(
  { currency, purpose }: FiatWithdrawalDraft,
  { sender, account }: PayoutRoute,
  amount: string,
): FiatWithdrawal | undefined {
  const purposeOfTransfer = purpose.trim();
  if (!sender || !account || purposeOfTransfer.length > maxPurpose) return undefined;
  return {
    money: { currency, amount },
    senderAccountId: sender.id,
    bankAccountId: account.id,
    ...(purposeOfTransfer !== '' && { purposeOfTransfer }),
  };
}

/** The bank account that a payout is sent from. */
function SenderField({ route: { sender, senders }, config }: { route: PayoutRoute; config: Config | undefined }) {
  const t = useTranslate();
  if (!sender) return null;
  return (
    <SelectField
      label={t('fiat.withdraw.from')}
      value={sender.id}
      options={senders.map(({ id, partnerId, rails }) => ({
        value: id,
        label: `${bankName(config, partnerId)} · ${rails.join(', ')}`,
      }))}
      onChange={({ target: { value } }) => fiatWithdrawal.change({ senderAccountId: value })}
    />
  );
}

/** The currency, accounts and amount of a withdrawal to a bank, and its fee. */
export function FiatWithdrawForm() {
  const t = useTranslate();
  const config = useConfig();
  const state = useSelector(fiatWithdrawal.actor, (snapshot) => snapshot);
  const draft = fiatWithdrawal.draft();
  const { currency, amount: typed, purpose } = draft;
  const senders = useQuery(sendersQuery);
  const saved = useQuery(bankAccountsQuery());
  const { data: fees } = useQuery(feesQuery(currency));
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => fiatWithdrawal.send({ type: 'open' }), []);

  const route = findPayoutRoute(draft, senders.data, saved.data);
  const { account, sender } = route;
  const fee = account && fees?.find(({ rail }) => rail === account.fields.rail)?.fee.money;
  const counted = useWithdrawAmount({ currency, typed, fee, isSubmitted });
  const { amount, error } = counted;

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || amount === undefined) {
      field.current?.focus();
      return;
    }
    const request = requestOf(draft, route, amount);
    if (request) fiatWithdrawal.send({ type: 'continue', request });
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={state.context.failure} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={state.context.blockers} />
      <SelectField
        label={t('crypto.currency')}
        value={currency}
        options={(config ? fiatCurrencies(config) : [currency]).map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) =>
          fiatWithdrawal.change({ currency: value as Currency, senderAccountId: '', bankAccountId: '' })
        }
      />
      <SenderField route={route} config={config} />
      {(senders.isError || saved.isError) && (
        <Unavailable query={senders.isError ? senders : saved}>{t('fiat.withdraw.unavailable')}</Unavailable>
      )}
      <BankAccountField
        accounts={saved.data && route.reached}
        value={account?.id ?? ''}
        isMissing={isSubmitted && !account}
        emptyText={
          route.hasAccount
            ? t('fiat.withdraw.notReached', { bank: bankName(config, sender?.partnerId) })
            : t('fiat.withdraw.noAccount', { currency })
        }
        onChange={(value) => fiatWithdrawal.change({ bankAccountId: value })}
      />
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('fiat.fee')}
        field={field}
        onChange={(value) => fiatWithdrawal.change({ amount: value })}
      />
      <TextField
        label={t('fiat.withdraw.purpose')}
        autoComplete="off"
        autoCapitalize="sentences"
        value={purpose}
        error={purpose.trim().length > maxPurpose ? t('fiat.tooLong', { max: maxPurpose }) : undefined}
        onChange={({ target: { value } }) => fiatWithdrawal.change({ purpose: value })}
      />
      <Button type="submit" isWide isBusy={state.hasTag('busy')}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
