import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { BankAccount } from '@wusd/api-sdk/core';
import { Card } from '@wusd/ui-kit/Card';
import { useConfig } from '../../shared/api/config.ts';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { PaymentFrame } from '../../shared/payments/PaymentFrame.tsx';
import { usePaymentLink } from '../../shared/payments/payment-link.ts';
import { noteOf, usePayment } from '../../shared/payments/use-payment.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { FiatTransactions } from '../../features/fiat/FiatTransactions.tsx';
import { FiatWithdrawForm } from '../../features/fiat/FiatWithdrawForm.tsx';
import { FiatWithdrawReview } from '../../features/fiat/FiatWithdrawReview.tsx';
import { accountName, bankName } from '../../features/fiat/offered.ts';
import { payoutRoutesQuery, recipientOf } from '../../features/fiat/queries.ts';
import { type FiatWithdrawal, fiatWithdrawal, readLink } from '../../features/fiat/withdrawal-payment.ts';
import { CostAndTime } from '../../features/limits/CostAndTime.tsx';
import { MoneyGuide } from '../../features/guide/MoneyGuide.tsx';

/** The account that a withdrawal pays to: a saved account, or one that the withdrawal saves. */
function recipientAccount(request: FiatWithdrawal | undefined, saved: readonly BankAccount[] | undefined) {
  if (request?.newRecipient) return { fields: request.newRecipient };
  return saved?.find(({ id }) => id === request?.bankAccountId);
}

/** Cost and duration of a withdrawal to the chosen account. */
function ChosenTerms({ saved }: { saved: readonly BankAccount[] | undefined }) {
  const { bankAccountId } = fiatWithdrawal.draft();
  const chosen = saved?.find(({ id }) => id === bankAccountId)?.fields;
  return chosen ? <CostAndTime act="fiat withdrawal" currency={chosen.currency} rail={chosen.rail} /> : null;
}

/** A withdrawal to a bank: the form, then its review. Verification and result are separate pages. */
function FiatWithdrawRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const config = useConfig();
  const { step, ...link } = useSearch({ from: '/fiat-withdraw' });
  const accounts = useQuery(bankAccountsQuery());
  const request = fiatWithdrawal.request();
  const account = recipientAccount(request, accounts.data);
  const state = usePayment(fiatWithdrawal, {
    recipient: account && accountName(account),
    toReview: () => void navigate({ to: '/fiat-withdraw', search: { step: 'review' } }),
    toVerification: (to) => void navigate({ to }),
    toResult: (id) => navigate({ to: '/result/fiat-withdraw-success', search: { transaction: id }, replace: true }),
  });
  const ignored = usePaymentLink({
    link,
    read: accounts.data && (() => readLink(link, { accounts: accounts.data, first: fiatWithdrawal.draft().currency })),
    fill: (draft) => fiatWithdrawal.change(draft),
    clear: () => void navigate({ to: '/fiat-withdraw', replace: true }),
  });
  const review = step === 'review' && state.hasTag('reviewed') ? state.context.review : undefined;
  const routes = useQuery(payoutRoutesQuery(request && recipientOf(request)));
  const route = routes.data?.find(({ senderAccountId }) => senderAccountId === request?.senderAccountId);

  return (
    <PaymentFrame
      title={t('fiat.withdraw.title')}
      intro={t('fiat.withdraw.intro')}
      step={review ? 'review' : 'details'}
      note={noteOf(state) ?? ignored}
      side={
        <>
          <MoneyGuide page="fiatWithdraw" />
          {/* Keep last: it loads late, and would shift the cards below it. */}
          <ChosenTerms saved={accounts.data} />
        </>
      }
    >
      <Card padding="generous">
        {review ? (
          <FiatWithdrawReview
            account={account}
            from={bankName(config, route?.partnerId)}
            purpose={request?.purposeOfTransfer}
            review={review}
            onConfirm={() => fiatWithdrawal.send({ type: 'confirm' })}
            onChange={() => history.back()}
          />
        ) : (
          <FiatWithdrawForm />
        )}
      </Card>
      {!review && (
        <Card>
          <FiatTransactions direction="withdrawal" />
        </Card>
      )}
    </PaymentFrame>
  );
}

export const FiatWithdraw = withQueries(FiatWithdrawRoute);
