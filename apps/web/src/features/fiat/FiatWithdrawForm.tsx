import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { BankAccount, PayoutRoute } from '@wusd/api-sdk/core';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
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
import { accountName } from './offered.ts';
import { payableAccounts, routeOf } from './payable.ts';
import { payoutRoutesQuery } from './queries.ts';
import { RouteField } from './RouteField.tsx';
import { fiatWithdrawal, type FiatWithdrawal, type FiatWithdrawalDraft } from './withdrawal-payment.ts';

const maxPurpose = 140;

/** The request of a draft; undefined while it is incomplete. */
function requestOf(
  { purpose }: FiatWithdrawalDraft,
  account: BankAccount | undefined,
  route: PayoutRoute | undefined,
  amount: string,
): FiatWithdrawal | undefined {
  const purposeOfTransfer = purpose.trim();
  if (!account || !route || purposeOfTransfer.length > maxPurpose) return undefined;
  return {
    money: { currency: account.fields.currency, amount },
    senderAccountId: route.senderAccountId,
    bankAccountId: account.id,
    ...(purposeOfTransfer !== '' && { purposeOfTransfer }),
  };
}

/** The recipient and how it is reached. The first choice is the server's. */
function useRecipient({ currency, bankAccountId, senderAccountId }: FiatWithdrawalDraft) {
  const saved = useQuery(bankAccountsQuery());
  const accounts = saved.data && payableAccounts(saved.data, currency);
  const account = accounts?.find(({ id }) => id === bankAccountId);
  const routes = useQuery(payoutRoutesQuery(account?.id));
  const route = routeOf(routes.data, senderAccountId);
  const to = account && accountName(account);
  return { saved, accounts, account, to, routes, route, fee: route?.fee.money, arrivesBy: route?.arrivesBy };
}

/** The recipient of a withdrawal to a bank, how it is reached, and the amount. */
export function FiatWithdrawForm() {
  const t = useTranslate();
  const config = useConfig();
  const state = useSelector(fiatWithdrawal.actor, (snapshot) => snapshot);
  const draft = fiatWithdrawal.draft();
  const { amount: typed, purpose } = draft;
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => fiatWithdrawal.send({ type: 'open' }), []);

  const { saved, accounts, account, to, routes, route, fee, arrivesBy } = useRecipient(draft);
  const currency = account?.fields.currency ?? draft.currency;
  const counted = useWithdrawAmount({ currency, typed, fee, bounds: route, isSubmitted });
  const { amount, error } = counted;
  const failed = [saved, routes].find(({ isError }) => isError);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || amount === undefined) {
      field.current?.focus();
      return;
    }
    const request = requestOf(draft, account, route, amount);
    if (request) fiatWithdrawal.send({ type: 'continue', request });
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={state.context.failure} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={state.context.blockers} />
      {failed && <Unavailable query={failed}>{t('fiat.withdraw.unavailable')}</Unavailable>}
      <BankAccountField
        accounts={accounts}
        value={account?.id ?? ''}
        isMissing={isSubmitted && !account}
        onChange={(bankAccountId) => fiatWithdrawal.change({ bankAccountId, senderAccountId: '' })}
      />
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('fiat.fee')}
        to={to}
        arrivesBy={arrivesBy}
        field={field}
        onChange={(value) => fiatWithdrawal.change({ amount: value })}
      >
        {routes.isLoading && <Skeleton width="100%" height="76px" />}
        {routes.data?.length === 0 && <Notice tone="warning">{t('fiat.withdraw.notReached')}</Notice>}
        {routes.data && route && (
          <RouteField
            key={account?.id}
            config={config}
            routes={routes.data}
            chosen={route}
            onChoose={(senderAccountId) => fiatWithdrawal.change({ senderAccountId })}
          />
        )}
        <TextField
          label={t('fiat.withdraw.purpose')}
          autoComplete="off"
          autoCapitalize="sentences"
          value={purpose}
          error={purpose.trim().length > maxPurpose ? t('fiat.tooLong', { max: maxPurpose }) : undefined}
          onChange={({ target: { value } }) => fiatWithdrawal.change({ purpose: value })}
        />
      </WithdrawAmount>
      <Button type="submit" isWide isBusy={state.hasTag('busy')}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
