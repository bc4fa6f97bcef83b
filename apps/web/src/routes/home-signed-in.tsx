import { useQuery } from '@tanstack/react-query';
import { CheckType } from '@wusd/api-sdk/domain';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Money } from '@wusd/ui-kit/Money';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useId } from 'react';
import { styled } from 'styled-components';
import { TextLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { session } from '../shared/api/client.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { holds } from '../shared/session/session.ts';
import { profileQuery } from '../shared/session/profile-query.ts';
import { Unavailable } from '../shared/feedback/Unavailable.tsx';
import { useShownAmount } from '../shared/money/use-money.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Attention } from '../features/attention/Attention.tsx';
import { MoneyAttention } from '../features/attention/MoneyAttention.tsx';
import { Latest } from '../features/history/Latest.tsx';
import { latestQuery } from '../features/history/queries.ts';
import { LimitsCard } from '../features/limits/LimitsCard.tsx';
import { Checklist } from '../features/onboarding/Checklist.tsx';
import { stepsOf } from '../features/onboarding/steps.ts';
import { RecentRecipients } from '../features/recipients/RecentRecipients.tsx';
import { isPayable } from '../features/recipients/recipients.ts';
import { useRecipients } from '../features/recipients/use-recipients.ts';
import { inOrder, isEmpty } from '../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../features/wallet/queries.ts';
import { Total } from '../features/wallet/Total.tsx';
import { useValuation } from '../features/wallet/use-valuation.ts';
import { useSendTo } from './send-to-recipient.ts';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${vars.space3};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Rows = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 ${vars.space7};
  margin-top: ${vars.space4};

  @media (max-width: 575px) {
    grid-template-columns: minmax(0, 1fr);
  }
  li {
    display: flex;
    align-items: center;
    gap: ${vars.space4};
    min-height: 56px;
    border-top: 1px solid ${vars.border};
    font: ${vars.typeLabel};
  }
  li > :last-child {
    margin-inline-start: auto;
  }
`;
const shownBalances = 4;
const shownRecipients = 3;

/** Overview: notices, total, balances, latest transactions. Side column: first steps, recent recipients, limits. */
function SignedInHome() {
  const t = useTranslate();
  const send = useSendTo();
  const valuation = useValuation();
  const { accounts, latest, isSettled, steps, recent } = useHome();
  const isFirstVisit = latest.data?.length === 0;
  const hasMoney = accounts.data?.accounts.some((account) => !isEmpty(account)) ?? true;
  return (
    <Page
      title={t(isFirstVisit ? 'home.signedIn.firstTitle' : 'home.signedIn.title')}
      intro={isFirstVisit ? t('home.signedIn.first') : undefined}
      width="dashboard"
      side={
        // Rendered once all queries have settled, so that no card shifts another. The fragment keeps the column until
        // then.
        <>
          {isSettled && (
            <>
              {steps && <Checklist steps={steps} />}
              {recent.length > 0 && (
                <RecentRecipients recipients={recent} onSend={(recipient) => void send(recipient)} />
              )}
              {holds('wallet.wallets') && <LimitsCard />}
            </>
          )}
        </>
      }
    >
      <Attention />
      <MoneyAttention />
      {holds('wallet.wallets') && hasMoney && (
        <>
          <Total {...valuation} />
          <TopBalances query={accounts} />
        </>
      )}
      {holds('wallet_history') && <Latest />}
    </Page>
  );
}

/** The queries of the page. Each is enabled only if this customer may see its data. */
function useHome() {
  const { authUser } = useStore(session);
  const accounts = useQuery({ ...walletAccountsQuery, enabled: holds('wallet.wallets') });
  const latest = useQuery({ ...latestQuery(), enabled: holds('wallet_history') });
  const profile = useQuery(profileQuery);
  const { banks, addresses, all } = useRecipients();
  const recent = holds('wallet.wallets.withdraw')
    ? all.filter((each) => each.state.lastUsedAt !== undefined && isPayable(each)).slice(0, shownRecipients)
    : [];
  // Until all queries have settled, a completed step could appear open.
  const queries = [accounts, latest, profile, banks, addresses];
  const isSettled = queries.every(({ isPending, isEnabled }) => !isPending || !isEnabled);
  const isKnown = queries.every(({ isSuccess, isEnabled }) => isSuccess || !isEnabled);
  const steps =
    isKnown && authUser
      ? stepsOf({
          isVerified: authUser.identityStatus === 'verified',
          hasReceived:
            accounts.data?.accounts.some((account) => !isEmpty(account)) ||
            latest.data?.some(({ status }) => status === 'completed') ||
            false,
          hasAuthenticatorOrPasskey:
            profile.data?.factors.some(
              (factor) => factor === CheckType.AUTHENTICATOR || factor === CheckType.PASSKEY,
            ) ?? false,
          hasRecipient: all.length > 0,
        })
      : undefined;
  return { accounts, latest, isSettled, steps, recent };
}

interface TopBalancesProps {
  query: ReturnType<typeof useHome>['accounts'];
}

/** The first balances in the wallet's order, and a link to all balances. */
function TopBalances({ query }: TopBalancesProps) {
  const t = useTranslate();
  const amount = useShownAmount();
  const id = useId();
  const { data, isError } = query;
  const held = data && inOrder(data.accounts).filter((account) => !isEmpty(account));
  return (
    <Card as="section" aria-labelledby={id}>
      <Head>
        <h2 id={id}>{t('home.signedIn.balances')}</h2>
        <TextLink to="/wallet">{t('home.signedIn.all')}</TextLink>
      </Head>
      {isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      <Rows>
        {(held?.slice(0, shownBalances) ?? (isError ? [] : Array.from({ length: shownBalances }, () => undefined))).map(
          (account, index) => (
            <li key={account?.id ?? index}>
              {account ? <CurrencyIcon currency={account.currency} /> : <Skeleton width="32px" height="32px" isRound />}
              {account?.currency}
              {account ? (
                <Money
                  size="headline"
                  amount={amount({ amount: account.available, currency: account.currency })}
                  currency={account.currency}
                />
              ) : (
                <Skeleton width="96px" />
              )}
            </li>
          ),
        )}
      </Rows>
    </Card>
  );
}

export default withQueries(SignedInHome);
