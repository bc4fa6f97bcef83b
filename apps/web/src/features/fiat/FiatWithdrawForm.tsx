import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import type { Config, PayoutRoute } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextField } from '@wusd/ui-kit/TextField';
import { lazy, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { type BankDraft, noDraft, onlyRail } from '../../shared/bank-accounts/draft.ts';
import { useRequirements } from '../../shared/bank-accounts/queries.ts';
import { bankRefusals } from '../../shared/bank-accounts/refusals.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { Form } from '../../shared/forms/Form.tsx';
import { FormError } from '../../shared/forms/FormError.tsx';
import { NewRecipient, type RecipientForm } from '../../shared/forms/NewRecipient.tsx';
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

const NewBankAccount = lazy(() => import('./NewBankAccount.tsx'));

const maxPurpose = 140;

/** Empty draft of an account in the currency of the withdrawal. */
function newDraft(config: Config | undefined, currency: Currency): BankDraft {
  return { ...noDraft, way: { country: '', currency, rail: onlyRail(config?.currencyRails ?? [], currency) } };
}

type Recipient = Pick<FiatWithdrawal, 'bankAccountId' | 'newRecipient'>;

/** Builds the request; undefined while the draft is incomplete. @param purpose as typed */
function requestOf(
  purpose: string,
  recipient: Recipient | undefined,
  route: PayoutRoute | undefined,
  money: FiatWithdrawal['money'],
): FiatWithdrawal | undefined {
  const purposeOfTransfer = purpose.trim();
  if (!recipient || !route || purposeOfTransfer.length > maxPurpose) return undefined;
  return {
    money,
    senderAccountId: route.senderAccountId,
    ...recipient,
    ...(purposeOfTransfer !== '' && { purposeOfTransfer }),
  };
}

/** The recipient and the payout routes to it. The server's recommended route is the default. */
function useRecipient(draft: FiatWithdrawalDraft) {
  const { bankAccountId, newRecipient, senderAccountId } = draft;
  const saved = useQuery(bankAccountsQuery());
  const accounts = saved.data && payableAccounts(saved.data, draft.currency);
  const account = newRecipient ? undefined : accounts?.find(({ id }) => id === bankAccountId);
  const fields = useRequirements((newRecipient ?? noDraft).way);
  const { way, requirements } = fields;
  const asked = {
    fields,
    way,
    // The account's own fields may include the purpose of transfers.
    asksPurpose: requirements.some(({ field }) => field === '/purposeOfTransfer'),
    isRefused: (failure: unknown) => bankRefusals(failure, requirements, '/body/newRecipient').length > 0,
  };
  // Without requirements the rail is not offered, and the fields report that.
  const reached = requirements.length > 0 ? way : account && { bankAccountId: account.id };
  const routes = useQuery(payoutRoutesQuery(reached));
  const currency = account?.fields.currency ?? way?.currency ?? draft.currency;
  const to = newRecipient ? newRecipient.texts.label : account && accountName(account);
  return { saved, accounts, account, asked, to, currency, routes, route: routeOf(routes.data, senderAccountId) };
}

interface RoutesProps {
  query: ReturnType<typeof useRecipient>['routes'];
  chosen: PayoutRoute | undefined;
}

/** The chosen payout route and the alternatives, or the reason why there is none. */
function Routes({ query, chosen }: RoutesProps) {
  const t = useTranslate();
  const config = useConfig();
  if (query.isLoading) return <Skeleton width="100%" height="76px" />;
  if (query.data?.length === 0) return <Notice tone="warning">{t('fiat.withdraw.notReached')}</Notice>;
  if (!query.data || !chosen) return null;
  return (
    <RouteField
      config={config}
      routes={query.data}
      chosen={chosen}
      onChoose={(senderAccountId) => fiatWithdrawal.change({ senderAccountId })}
    />
  );
}

function PurposeField({ value }: { value: string }) {
  const t = useTranslate();
  return (
    <TextField
      label={t('fiat.withdraw.purpose')}
      autoComplete="off"
      autoCapitalize="sentences"
      value={value}
      error={value.trim().length > maxPurpose ? t('fiat.tooLong', { max: maxPurpose }) : undefined}
      onChange={({ target }) => fiatWithdrawal.change({ purpose: target.value })}
    />
  );
}

/** Form for the recipient, payout route and amount of a withdrawal to a bank. */
export function FiatWithdrawForm() {
  const t = useTranslate();
  const config = useConfig();
  const state = useSelector(fiatWithdrawal.actor, (snapshot) => snapshot);
  const draft = fiatWithdrawal.draft();
  const { newRecipient, amount: typed, purpose } = draft;
  const { failure, blockers } = state.context;
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const newAccount = useRef<RecipientForm>(null);
  useEffect(() => fiatWithdrawal.send({ type: 'open' }), []);

  const { saved, accounts, account, asked, to, currency, routes, route } = useRecipient(draft);
  const fee = route?.fee.money;
  const counted = useWithdrawAmount({ currency, typed, fee, bounds: route, isSubmitted });
  const { amount, error } = counted;
  const failed = [saved, routes].find(({ isError }) => isError);

  const proceed = (recipient: Recipient | undefined): void => {
    if (error !== undefined || amount === undefined) {
      field.current?.focus();
      return;
    }
    const request = requestOf(asked.asksPurpose ? '' : purpose, recipient, route, { currency, amount });
    if (request) fiatWithdrawal.send({ type: 'continue', request });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSubmitted(true);
    if (newRecipient) newAccount.current?.submit(event);
    else proceed(account && { bankAccountId: account.id });
  };

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={asked.isRefused(failure) ? undefined : failure} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={blockers} />
      {failed && <Unavailable query={failed}>{t('fiat.withdraw.unavailable')}</Unavailable>}
      {newRecipient ? (
        <NewRecipient
          title={t('fiat.withdraw.addAccount')}
          back={t('fiat.withdraw.savedAccount')}
          onBack={() => fiatWithdrawal.change({ newRecipient: undefined, senderAccountId: '' })}
        >
          <NewBankAccount
            {...asked.fields}
            ref={newAccount}
            draft={newRecipient}
            failure={failure}
            isBusy={state.hasTag('busy')}
            onChange={(value) => fiatWithdrawal.change({ newRecipient: value, senderAccountId: '' })}
            onSubmit={(value) => proceed({ newRecipient: value })}
          />
        </NewRecipient>
      ) : (
        <BankAccountField
          accounts={accounts}
          value={account?.id ?? ''}
          isMissing={isSubmitted && !account}
          onChange={(bankAccountId) => fiatWithdrawal.change({ bankAccountId, senderAccountId: '' })}
          onNew={() => fiatWithdrawal.change({ newRecipient: newDraft(config, currency), senderAccountId: '' })}
        />
      )}
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('fiat.fee')}
        to={to}
        arrivesBy={route?.arrivesBy}
        field={field}
        onChange={(value) => fiatWithdrawal.change({ amount: value })}
      >
        <Routes key={account?.id ?? asked.way?.rail} query={routes} chosen={route} />
        {!asked.asksPurpose && <PurposeField value={purpose} />}
      </WithdrawAmount>
      <Button type="submit" isWide isBusy={state.hasTag('busy')}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
