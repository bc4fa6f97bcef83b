import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { useConfig } from '../../shared/api/config.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { bankAccountsQuery } from '../../shared/money/saved-bank-accounts.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { fiatWithdrawDraft, fiatWithdrawReviewed, noFiatWithdrawal } from '../../features/fiat/fiat-withdraw-draft.ts';
import { FiatTransactions } from '../../features/fiat/FiatTransactions.tsx';
import { FiatWithdrawForm } from '../../features/fiat/FiatWithdrawForm.tsx';
import { FiatWithdrawReview } from '../../features/fiat/FiatWithdrawReview.tsx';
import { bankName } from '../../features/fiat/offered.ts';
import { fiatApi, sendersQuery } from '../../features/fiat/queries.ts';

/** What, from where and to whom, then all that it does, then the codes. Back goes a step back; what was typed stays. */
function FiatWithdrawRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const config = useConfig();
  const { step } = useSearch({ from: '/fiat-withdraw' });
  const looked = useStore(fiatWithdrawReviewed);
  const isReview = looked !== undefined && step === 'review';
  const accounts = useQuery(bankAccountsQuery());
  const senders = useQuery(sendersQuery);
  const from = senders.data?.find(({ id }) => id === looked?.body.senderAccountId);

  const confirm = (): void => {
    if (!looked) return;
    void navigate({
      to: startVerification({
        command: 'fiat-withdraw',
        intro: 'crypto.withdraw.verify',
        review: looked.review,
        async execute(intent, mfa) {
          const captcha = captchaFor('fiat_withdraw');
          const { id } = await fiatApi.fiatTransactions.withdraw(looked.body, { intent, mfa, captcha });
          fiatWithdrawDraft.set({ ...noFiatWithdrawal, currency: looked.body.money.currency });
          fiatWithdrawReviewed.set(undefined);
          await navigate({ to: '/result/fiat-withdraw-success', search: { transaction: id }, replace: true });
        },
      }),
    });
  };
  return (
    <Page title={t('fiat.withdraw.title')} width="flow" intro={t('fiat.withdraw.intro')}>
      <Card padding="generous">
        {isReview ? (
          <FiatWithdrawReview
            account={accounts.data?.find(({ id }) => id === looked.body.bankAccountId)}
            from={bankName(config, from?.partnerId)}
            purpose={looked.body.purposeOfTransfer}
            review={looked.review}
            onConfirm={confirm}
            onChange={() => history.back()}
          />
        ) : (
          <FiatWithdrawForm
            onReviewed={(body, review) => {
              fiatWithdrawReviewed.set({ body, review });
              void navigate({ to: '/fiat-withdraw', search: { step: 'review' } });
            }}
          />
        )}
      </Card>
      {!isReview && (
        <Card>
          <FiatTransactions direction="withdrawal" />
        </Card>
      )}
    </Page>
  );
}

export const FiatWithdraw = withQueries(FiatWithdrawRoute);
