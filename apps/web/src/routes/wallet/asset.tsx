import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Config, WalletAccount } from '@wusd/api-sdk/core';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { formatExactAmount } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Money } from '@wusd/ui-kit/Money';
import { NetworkIcon } from '@wusd/ui-kit/NetworkIcon';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { areAmountsHidden, language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Page } from '../../shared/layout/Page.tsx';
import { SideCard } from '../../shared/layout/SideCard.tsx';
import { useShownAmount, useShownMoney } from '../../shared/money/use-money.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { holds } from '../../shared/session/session.ts';
import { useStore } from '../../shared/state/store.ts';
import { networksOf } from '../../features/crypto/networks.ts';
import { banksFor } from '../../features/fiat/offered.ts';
import { Latest } from '../../features/history/Latest.tsx';
import { LimitsCard } from '../../features/limits/LimitsCard.tsx';
import { hasMoreDigits } from '../../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../../features/wallet/queries.ts';
import { useValuation } from '../../features/wallet/use-valuation.ts';
import { useCurrencyMoves } from './move-currency.ts';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;
const Hero = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${vars.space4};
  margin-bottom: ${vars.space5};

  h2 {
    color: ${vars.fgMuted};
    font: ${vars.typeLabel};
  }
  > a {
    align-self: start;
  }
  @media (max-width: 575px) {
    grid-template-columns: auto minmax(0, 1fr);

    > div {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    > a {
      align-self: center;
      justify-self: end;
    }
  }
`;
const Ways = styled.ul`
  display: grid;
  gap: ${vars.space3};
  font: ${vars.typeLabel};

  li {
    display: flex;
    align-items: center;
    gap: ${vars.space3};
  }
`;

/** One currency: its balance, actions, networks or banks, and latest transactions. */
function AssetRoute() {
  const t = useTranslate();
  const { currency = 'WUSD' } = useSearch({ from: '/asset' });
  const config = useConfig();
  const query = useQuery(walletAccountsQuery);
  const account = query.data?.accounts.find((each) => each.currency === currency);
  const networks = config ? networksOf(config, currency) : [];
  return (
    <Page
      title={t('asset.title', { currency })}
      width="dashboard"
      aside={config && <Moves currency={currency} network={networks[0]?.id} />}
      side={
        <>
          <WaysCard currency={currency} networks={networks} />
          <LimitsCard />
        </>
      }
    >
      {query.isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      {!query.isError && <Balance currency={currency} account={account} />}
      {holds('wallet_history') && (
        <>
          <Latest currency={currency} />
          <TextLink to="/statements" search={{ currency }}>
            {t('menu.statements')}
          </TextLink>
        </>
      )}
    </Page>
  );
}

function Balance({ currency, account }: { currency: Currency; account: WalletAccount | undefined }) {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const amount = useShownAmount();
  const money = useShownMoney();
  const {
    currency: shownIn,
    query: { data: valuation },
  } = useValuation();
  const value = valuation?.values.find((each) => each.currency === currency)?.value;
  const line = (each: string): string => money({ amount: each, currency });
  return (
    <Card>
      <Hero>
        <CurrencyIcon currency={currency} size={48} />
        <div>
          <h2>{t('asset.available')}</h2>
          {account ? (
            <Money size="hero" amount={amount({ amount: account.available, currency })} currency={currency} />
          ) : (
            <Skeleton width="180px" height="48px" />
          )}
        </div>
        <TextLink to="/wallet">{t('asset.all')}</TextLink>
      </Hero>
      <DescriptionList
        items={[
          ...(account && !isHidden && hasMoreDigits(account)
            ? [
                {
                  label: t('asset.exact'),
                  value: `${formatExactAmount(locale, account.available, decimalsOf(currency))} ${currency}`,
                },
              ]
            : []),
          { label: t('asset.held'), value: account ? line(account.held) : <Skeleton width="96px" /> },
          { label: t('asset.pending'), value: account ? line(account.pending) : <Skeleton width="96px" /> },
          ...(value === undefined || shownIn === currency
            ? []
            : [{ label: t('asset.value'), value: money({ amount: value, currency: shownIn }) }]),
        ]}
      />
    </Card>
  );
}

/** Buttons to deposit, withdraw and swap the currency, as the customer's scopes allow. */
function Moves({ currency, network }: { currency: Currency; network: Config['networks'][number]['id'] | undefined }) {
  const t = useTranslate();
  const { deposit, withdraw, swap } = useCurrencyMoves(currency, network);
  return (
    <Actions>
      {holds('wallet.wallets.deposit') && <Button onClick={() => void deposit()}>{t('wallet.deposit')}</Button>}
      {holds('wallet.wallets.withdraw') && (
        <Button variant="secondary" onClick={() => void withdraw()}>
          {t('wallet.withdraw')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => void swap()}>
        {t('header.swap')}
      </Button>
    </Actions>
  );
}

/** Networks or banks that carry the currency. */
function WaysCard({ currency, networks }: { currency: Currency; networks: Config['networks'] }) {
  const t = useTranslate();
  const config = useConfig();
  if (!config) return null;
  if (networks.length > 0) {
    return (
      <SideCard title={t('asset.networks')}>
        <Ways>
          {networks.map(({ id, name }) => (
            <li key={id}>
              <NetworkIcon network={name} size={24} />
              {name}
            </li>
          ))}
        </Ways>
      </SideCard>
    );
  }
  const rails = config.currencyRails.filter((each) => each.currency === currency).map(({ rail }) => rail);
  return (
    <SideCard title={t('asset.banks')}>
      <Ways>
        {banksFor(config, currency).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Ways>
      <p>{t('asset.rails', { rails: [...new Set(rails)].join(', ') })}</p>
    </SideCard>
  );
}

export const Asset = withQueries(AssetRoute);
