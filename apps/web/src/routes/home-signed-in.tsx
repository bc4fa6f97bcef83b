import { useQuery } from '@tanstack/react-query';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Money } from '@wusd/ui-kit/Money';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { TextLink } from '../shared/routing/link.tsx';
import { Page } from '../shared/layout/Page.tsx';
import { language } from '../shared/i18n/preferences.ts';
import { withQueries } from '../shared/api/query-client.tsx';
import { holds } from '../shared/session/session.ts';
import { Unavailable } from '../shared/feedback/Unavailable.tsx';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';
import { Attention } from '../features/attention/Attention.tsx';
import { inOrder, isEmpty } from '../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../features/wallet/queries.ts';

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  gap: ${vars.space5};
`;
const Tile = styled.div`
  display: grid;
  gap: ${vars.space4};

  > div {
    display: flex;
    align-items: center;
    gap: ${vars.space4};
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
`;
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

/** What needs attention first, then the balances. */
function SignedInHome() {
  const t = useTranslate();
  return (
    <Page title={t('home.signedIn.title')} width="dashboard">
      <Attention />
      {holds('wallet.wallets') && <TopBalances />}
    </Page>
  );
}

function TopBalances() {
  const t = useTranslate();
  const locale = useStore(language);
  const query = useQuery(walletAccountsQuery);
  const { data, isError } = query;
  const held = data && inOrder(data.accounts).filter((account) => !isEmpty(account));
  return (
    <>
      <Head>
        <h2>{t('home.signedIn.balances')}</h2>
        <TextLink to="/wallet">{t('home.signedIn.all')}</TextLink>
      </Head>
      {isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      <Tiles>
        {(held ?? (isError ? [] : [undefined, undefined, undefined])).map((account, index) => (
          <Card key={account?.id ?? index} as="li">
            <Tile>
              <div>
                {account ? (
                  <CurrencyIcon currency={account.currency} />
                ) : (
                  <Skeleton width="32px" height="32px" isRound />
                )}
                {account?.currency}
              </div>
              {account ? (
                <Money
                  size="headline"
                  amount={formatAmount(locale, account.available, decimalsOf(account.currency))}
                  currency={account.currency}
                />
              ) : (
                <Skeleton width="60%" />
              )}
            </Tile>
          </Card>
        ))}
      </Tiles>
      {held?.length === 0 && <p>{t('wallet.empty.body')}</p>}
    </>
  );
}

export default withQueries(SignedInHome);
