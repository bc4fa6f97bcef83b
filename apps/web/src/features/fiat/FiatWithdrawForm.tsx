import { useQuery } from '@tanstack/react-query';
import type { Body, Review } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { type SubmitEvent, useRef, useState } from 'react';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { ButtonLink, TextLink } from '../../shared/routing/link.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { useWithdrawAmount, WithdrawAmount } from '../../shared/money/WithdrawAmount.tsx';
import { holds } from '../../shared/session/session.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { fiatWithdrawDraft, type FiatWithdrawDraft } from './fiat-withdraw-draft.ts';
import { accountName, bankName, fiatCurrencies, reaches } from './offered.ts';
import { feesQuery, fiatApi, sendersQuery } from './queries.ts';
import { Form } from '../../shared/forms/Form.tsx';

/** The way out to a new one, and back here with what was typed. */
const newAccount = { to: '/add-bank-account', search: { from: 'withdraw' } } as const;

const maxPurpose = 140;

type Withdrawal = Body<'POST /fiat-transaction/withdraw'>;

/** What to withdraw, from which of our accounts to which of theirs, and what it costs, as it is typed. */
export function FiatWithdrawForm({ onReviewed }: { onReviewed: (body: Withdrawal, review: Review) => void }) {
  const t = useTranslate();
  const config = useConfig();
  const draft = useStore(fiatWithdrawDraft);
  const { currency, senderAccountId, bankAccountId, amount: typed, purpose } = draft;
  const [from, to] = [useQuery(sendersQuery), useQuery(bankAccountsQuery())];
  const [senders, saved] = [from.data, to.data];
  const { data: fees } = useQuery(feesQuery(currency));
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const accounts = saved?.filter(({ status, fields }) => status === 'active' && fields.currency === currency) ?? [];
  const offered = senders?.filter((each) => each.currency === currency) ?? [];
  // Whichever was chosen, or else the first that reaches what is saved.
  const sender =
    offered.find(({ id }) => id === senderAccountId) ??
    offered.find((each) => accounts.some((account) => reaches(each, account))) ??
    offered[0];
  const reached = sender ? accounts.filter((account) => reaches(sender, account)) : [];
  const account = reached.find(({ id }) => id === bankAccountId);
  const fee = account && fees?.find(({ rail }) => rail === account.fields.rail)?.fee.money;
  const counted = useWithdrawAmount({ currency, typed, fee, isSubmitted });
  const { amount, error } = counted;
  const isTooLong = purpose.trim().length > maxPurpose;

  const review = useSubmission(
    (body: Withdrawal) => fiatApi.fiatTransactions.reviewWithdrawal(body),
    (found, body) => {
      if (found.blockers.length === 0) onReviewed(body, found);
    },
  );
  const change = (next: Partial<FiatWithdrawDraft>): void => {
    review.reset();
    fiatWithdrawDraft.set({ ...draft, ...next });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || amount === undefined) field.current?.focus();
    else if (sender && account && !isTooLong && !review.isPending)
      review.mutate({
        money: { currency, amount },
        senderAccountId: sender.id,
        bankAccountId: account.id,
        ...(purpose.trim() !== '' && { purposeOfTransfer: purpose.trim() }),
      });
  };
  const canAdd = holds('wallet.bank_account.add');

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={review.error} />
      <Blockers title={t('crypto.withdraw.blocked')} blockers={review.data?.blockers ?? []} />
      <SelectField
        label={t('crypto.currency')}
        value={currency}
        options={(config ? fiatCurrencies(config) : [currency]).map((value) => ({ value, label: value }))}
        onChange={({ target: { value } }) =>
          change({ currency: value as Currency, senderAccountId: '', bankAccountId: '' })
        }
      />
      {sender && (
        <SelectField
          label={t('fiat.withdraw.from')}
          value={sender.id}
          options={offered.map(({ id, partnerId, rails }) => ({
            value: id,
            label: `${bankName(config, partnerId)} · ${rails.join(', ')}`,
          }))}
          onChange={({ target: { value } }) => change({ senderAccountId: value })}
        />
      )}
      {(from.isError || to.isError) && (
        <Unavailable query={from.isError ? from : to}>{t('fiat.withdraw.unavailable')}</Unavailable>
      )}
      {saved && reached.length === 0 ? (
        <Notice
          tone="info"
          action={
            canAdd && (
              <ButtonLink {...newAccount} variant="secondary" isDense>
                {t('fiat.withdraw.addAccount')}
              </ButtonLink>
            )
          }
        >
          {accounts.length === 0
            ? t('fiat.withdraw.noAccount', { currency })
            : t('fiat.withdraw.notReached', { bank: bankName(config, sender?.partnerId) })}
        </Notice>
      ) : (
        <SelectField
          label={t('crypto.withdraw.to')}
          value={account?.id ?? ''}
          error={isSubmitted && !account ? t('fiat.withdraw.chooseAccount') : undefined}
          hint={canAdd && <TextLink {...newAccount}>{t('fiat.withdraw.addAccount')}</TextLink>}
          options={[
            { value: '', label: t('fiat.withdraw.chooseAccount') },
            ...reached.map((each) => ({
              value: each.id,
              label: `${accountName(each)} · ${each.fields.bankName ?? each.fields.country} · ${each.fields.rail}`,
            })),
          ]}
          onChange={({ target: { value } }) => change({ bankAccountId: value })}
        />
      )}
      <WithdrawAmount
        currency={currency}
        typed={typed}
        fee={fee}
        isSubmitted={isSubmitted}
        amount={counted}
        feeLabel={t('fiat.fee')}
        field={field}
        onChange={(next) => change({ amount: next })}
      />
      <TextField
        label={t('fiat.withdraw.purpose')}
        autoComplete="off"
        autoCapitalize="sentences"
        value={purpose}
        error={isTooLong ? t('fiat.tooLong', { max: maxPurpose }) : undefined}
        onChange={({ target: { value } }) => change({ purpose: value })}
      />
      <Button type="submit" isWide isBusy={review.isPending}>
        {t('crypto.withdraw.review')}
      </Button>
    </Form>
  );
}
