import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { startVerification } from '../../shared/verification/pending-command.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Section } from '../../shared/layout/Section.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { addressesQuery } from '../../shared/money/saved-addresses.ts';
import { cryptoApi, recentQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';
import { Transactions } from '../../features/crypto/Transactions.tsx';
import { noWithdrawal, withdrawDraft, withdrawReviewed } from '../../features/crypto/withdraw-draft.ts';
import { WithdrawForm } from '../../features/crypto/WithdrawForm.tsx';
import { WithdrawReview } from '../../features/crypto/WithdrawReview.tsx';

/** What and where to, then all that it does, then the codes. Back goes a step back; what was typed stays. */
function CryptoWithdrawRoute() {
  const t = useTranslate();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { step, transaction: open } = useSearch({ from: '/crypto-withdraw' });
  const looked = useStore(withdrawReviewed);
  const isReview = looked !== undefined && step === 'review';
  const recent = useQuery(recentQuery('withdrawal'));
  const destinations = useQuery(addressesQuery());

  const confirm = (): void => {
    if (!looked) return;
    void navigate({
      to: startVerification({
        command: 'crypto-withdraw',
        intro: 'crypto.withdraw.verify',
        review: looked.review,
        async execute(intent, mfa) {
          const captcha = captchaFor('crypto_withdraw');
          const { id } = await cryptoApi.cryptoTransactions.withdraw(looked.body, { intent, mfa, captcha });
          withdrawDraft.set({ ...noWithdrawal, currency: looked.body.money.currency });
          withdrawReviewed.set(undefined);
          await navigate({ to: '/result/crypto-withdraw-success', search: { transaction: id }, replace: true });
        },
      }),
    });
  };
  return (
    <Page title={t('crypto.withdraw.title')} width="flow" intro={t('crypto.withdraw.intro')}>
      <Card padding="generous">
        {isReview ? (
          <WithdrawReview
            address={destinations.data?.find(({ id }) => id === looked.body.addressId)}
            saved={destinations.data ?? []}
            review={looked.review}
            onConfirm={confirm}
            onChange={() => history.back()}
          />
        ) : (
          <WithdrawForm
            onReviewed={(body, review) => {
              withdrawReviewed.set({ body, review });
              void navigate({ to: '/crypto-withdraw', search: { step: 'review' } });
            }}
          />
        )}
      </Card>
      {!isReview && (
        <Card>
          <Section title={t('crypto.withdraw.recent')}>
            {recent.isError && <Unavailable query={recent}>{t('crypto.withdraw.unavailable')}</Unavailable>}
            {!recent.data && !recent.isError && <ListSkeleton count={3} />}
            {recent.data?.length === 0 && <p>{t('crypto.withdraw.none')}</p>}
            {recent.data && recent.data.length > 0 && (
              <Transactions
                transactions={recent.data}
                onOpen={(id) => void navigate({ to: '/crypto-withdraw', search: { transaction: id } })}
              />
            )}
          </Section>
        </Card>
      )}
      <Drawer
        isOpen={open !== undefined}
        onClose={() => void navigate({ to: '/crypto-withdraw', replace: true })}
        title={t('crypto.withdraw.detail')}
        closeLabel={t('app.close')}
      >
        {open !== undefined && <TransactionDetail key={open} id={open} />}
      </Drawer>
    </Page>
  );
}

export const CryptoWithdraw = withQueries(CryptoWithdrawRoute);
