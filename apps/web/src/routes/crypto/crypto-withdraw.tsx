import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Card } from '@wusd/ui-kit/Card';
import { Drawer } from '@wusd/ui-kit/Drawer';
import { ListSkeleton } from '@wusd/ui-kit/List';
import { proveAct } from '../../app/acts.ts';
import { captchaFor } from '../../app/forms/captcha.ts';
import { Page } from '../../app/Page.tsx';
import { withQueries } from '../../app/queries.tsx';
import { Section } from '../../app/Section.tsx';
import { Unavailable } from '../../app/Unavailable.tsx';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { addressesQuery } from '../../app/money/saved-addresses.ts';
import { cryptoApi, recentQuery } from '../../features/crypto/queries.ts';
import { TransactionDetail } from '../../features/crypto/TransactionDetail.tsx';
import { Transactions } from '../../features/crypto/Transactions.tsx';
import { noWithdrawal, withdrawDraft, withdrawReviewed } from '../../features/crypto/withdraw-draft.ts';
import { WithdrawForm } from '../../features/crypto/WithdrawForm.tsx';
import { WithdrawReview } from '../../features/crypto/WithdrawReview.tsx';

/** What and where to, then all that it does, then the codes. Back goes a step back; what was typed stays. */
function CryptoWithdrawRoute() {
  const words = useWords();
  const navigate = useNavigate();
  const { history } = useRouter();
  const params = new URLSearchParams(useLocation().searchStr);
  const looked = useValue(withdrawReviewed);
  const isReview = looked !== undefined && params.get('step') === 'review';
  const open = /^ctx_[0-9a-z]{26}$/.exec(params.get('transaction') ?? '')?.[0];
  const recent = useQuery(recentQuery('withdrawal'));
  const destinations = useQuery(addressesQuery());

  const confirm = (): void => {
    if (!looked) return;
    void navigate({
      to: proveAct({
        action: 'crypto-withdraw',
        intro: 'crypto.withdraw.verify',
        review: looked.review,
        async act(intent, mfa) {
          const captcha = captchaFor('crypto_withdraw');
          const { id } = await cryptoApi.cryptoTransactions.withdraw(looked.body, { intent, mfa, captcha });
          withdrawDraft.set({ ...noWithdrawal, currency: looked.body.money.currency });
          withdrawReviewed.set(undefined);
          history.replace(`/result/crypto-withdraw-success?transaction=${id}`);
        },
      }),
    });
  };
  return (
    <Page title={words('crypto.withdraw.title')} width="flow" intro={words('crypto.withdraw.intro')}>
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
              history.push('/crypto-withdraw?step=review');
            }}
          />
        )}
      </Card>
      {!isReview && (
        <Card>
          <Section title={words('crypto.withdraw.recent')}>
            {recent.isError && <Unavailable query={recent}>{words('crypto.withdraw.unavailable')}</Unavailable>}
            {!recent.data && !recent.isError && <ListSkeleton count={3} />}
            {recent.data?.length === 0 && <p>{words('crypto.withdraw.none')}</p>}
            {recent.data && recent.data.length > 0 && (
              <Transactions
                transactions={recent.data}
                onOpen={(id) => history.push(`/crypto-withdraw?transaction=${id}`)}
              />
            )}
          </Section>
        </Card>
      )}
      <Drawer
        isOpen={open !== undefined}
        onClose={() => history.replace('/crypto-withdraw')}
        title={words('crypto.withdraw.detail')}
        closeLabel={words('app.close')}
      >
        {open !== undefined && <TransactionDetail key={open} id={open} />}
      </Drawer>
    </Page>
  );
}

export const CryptoWithdraw = withQueries(CryptoWithdrawRoute);
