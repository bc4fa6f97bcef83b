import { useQuery } from '@tanstack/react-query';
import { CheckType, decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Money } from '@wusd/ui-kit/Money';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useId } from 'react';
import { styled } from 'styled-components';
import { TextLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { areAmountsHidden, language } from '../shared/i18n/preferences.ts';
import { session } from '../shared/api/client.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { holds } from '../shared/session/session.ts';
import { profileQuery } from '../shared/session/profile-query.ts';
import { Unavailable } from '../shared/feedback/Unavailable.tsx';
import { hiddenAmount } from '../shared/money/hidden-amount.ts';
import { addressesQuery } from '../shared/money/saved-addresses.ts';
import { bankAccountsQuery } from '../shared/money/saved-bank-accounts.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Attention } from '../features/attention/Attention.tsx';
import { MoneyAttention } from '../features/attention/MoneyAttention.tsx';
import { Latest } from '../features/history/Latest.tsx';
import { latestQuery } from '../features/history/queries.ts';
import { Checklist } from '../features/onboarding/Checklist.tsx';
import { type Step, stepsOf } from '../features/onboarding/steps.ts';
import { RecentRecipients } from '../features/recipients/RecentRecipients.tsx';
import { type Recipient, recipientsOf } from '../features/recipients/recipients.ts';
import { inOrder, isEmpty } from '../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../features/wallet/queries.ts';
import { Total } from '../features/wallet/Total.tsx';
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

/** What needs attention, then first steps, what there is, what moved last, and whom money was sent to. */
function SignedInHome() {
  const t = useTranslate();
  const { accounts, isFirstVisit, steps, recent } = useHome();
  const send = useSendTo();
  const hasMoney = accounts.data?.accounts.some((account) => !isEmpty(account)) ?? true;
  return (
    <Page
      title={t(isFirstVisit ? 'home.signedIn.firstTitle' : 'home.signedIn.title')}
      intro={isFirstVisit ? t('home.signedIn.first') : undefined}
      width="dashboard"
      side={
        (steps || recent.length > 0) && (
          <>
            {steps && <Checklist steps={steps} />}
            {recent.length > 0 && <RecentRecipients recipients={recent} onSend={(recipient) => void send(recipient)} />}
          </>
        )
      }
    >
      <Attention />
      <MoneyAttention />
      {holds('wallet.wallets') && hasMoney && (
        <>
          <Total />
          <TopBalances query={accounts} />
        </>
      )}
      {holds('wallet_history') && <Latest />}
    </Page>
  );
}

/** All that the page asks the server for, each part only where this customer may see it. */
function useHome() {
  const locale = useStore(language);
  const { authUser } = useStore(session);
  const accounts = useQuery({ ...walletAccountsQuery, enabled: holds('wallet.wallets') });
  const latest = useQuery({ ...latestQuery, enabled: holds('wallet_history') });
  const profile = useQuery(profileQuery);
  const banks = useQuery({ ...bankAccountsQuery(), enabled: holds('wallet.bank_account') });
  const addresses = useQuery({ ...addressesQuery(), enabled: holds('wallet.blockchain_address') });
  const isFirstVisit = latest.data?.length === 0;
  const all = recipientsOf(banks.data ?? [], addresses.data ?? [], locale);
  const recent: Recipient[] = holds('wallet.wallets.withdraw')
    ? all.filter(({ state }) => state.lastUsedAt !== undefined && state.status === 'active').slice(0, shownRecipients)
    : [];
  // Before all is known, a step that is done could look as if it was not.
  const isKnown = authUser && latest.data && profile.data && banks.data && addresses.data;
  const steps: Step[] | undefined = isKnown
    ? stepsOf({
        identityStatus: authUser.identityStatus,
        hasMoved: latest.data.length > 0,
        hasAuthenticator: profile.data.factors.includes(CheckType.AUTHENTICATOR),
        hasRecipient: all.length > 0,
      })
    : undefined;
  return { accounts, isFirstVisit, steps, recent };
}

interface TopBalancesProps {
  query: ReturnType<typeof useHome>['accounts'];
}

/** The largest part of what there is, with a way to the rest. */
function TopBalances({ query }: TopBalancesProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
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
                  amount={
                    isHidden ? hiddenAmount : formatAmount(locale, account.available, decimalsOf(account.currency))
                  }
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
