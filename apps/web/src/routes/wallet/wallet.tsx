import { useQuery } from '@tanstack/react-query';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ButtonLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { holds } from '../../shared/session/session.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Attention } from '../../features/attention/Attention.tsx';
import { MoneyAttention } from '../../features/attention/MoneyAttention.tsx';
import { AutoRedemptionCard } from '../../features/auto-redemption/AutoRedemption.tsx';
import { Latest } from '../../features/history/Latest.tsx';
import { Balances, BalancesSkeleton, byKind, hasMoreDigits, isEmpty } from '../../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../../features/wallet/queries.ts';
import { Total } from '../../features/wallet/Total.tsx';
import { useChanges } from '../../features/wallet/use-changes.ts';

const Moves = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
`;

function WalletRoute() {
  const t = useTranslate();
  const locale = useStore(language);
  const query = useQuery(walletAccountsQuery);
  const { data, isError } = query;
  const accounts = data?.accounts;
  const changes = useChanges(accounts);
  const [isExact, setExact] = useState(false);

  const spoken = changes
    .map(({ currency, available }) =>
      t('wallet.live', { currency, amount: formatAmount(locale, available, decimalsOf(currency)) }),
    )
    .join('. ');
  const { crypto, fiat } = byKind(accounts ?? []);
  const changed = new Set(changes.map(({ currency }) => currency as string));
  const isAllEmpty = accounts?.every(isEmpty);

  return (
    <Page
      title={t('wallet.title')}
      width="dashboard"
      aside={
        <Moves>
          {holds('wallet.wallets.deposit') && <ButtonLink to="/crypto-deposit">{t('wallet.deposit')}</ButtonLink>}
          {holds('wallet.wallets.withdraw') && (
            <ButtonLink to="/crypto-withdraw" variant="secondary">
              {t('wallet.withdraw')}
            </ButtonLink>
          )}
          <ButtonLink to="/mint-redeem" variant="secondary">
            {t('header.swap')}
          </ButtonLink>
        </Moves>
      }
    >
      <Attention />
      <MoneyAttention />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      {!isAllEmpty && <Total />}
      {isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      {!accounts && !isError && <BalancesSkeleton />}
      {isAllEmpty && (
        <Card>
          <EmptyState
            icon="wallet"
            title={t('wallet.empty.title')}
            action={
              holds('wallet.wallets.deposit') && <ButtonLink to="/fiat-deposit">{t('wallet.depositFiat')}</ButtonLink>
            }
          >
            {t('wallet.empty.body')}
          </EmptyState>
        </Card>
      )}
      {data && (
        <>
          <Balances title={t('wallet.crypto')} accounts={crypto} changed={changed} isExact={isExact} />
          <Balances title={t('wallet.fiat')} accounts={fiat} changed={changed} isExact={isExact} />
          <Moves>
            {holds('wallet.wallets.deposit') && (
              <ButtonLink to="/fiat-deposit" variant="secondary" isDense>
                {t('wallet.depositFiat')}
              </ButtonLink>
            )}
            {holds('wallet.wallets.withdraw') && (
              <ButtonLink to="/fiat-withdraw" variant="secondary" isDense>
                {t('wallet.withdrawFiat')}
              </ButtonLink>
            )}
            <ButtonLink to="/limits" variant="secondary" isDense>
              {t('wallet.limits')}
            </ButtonLink>
          </Moves>
          <Foot>
            <span>{t('wallet.updatedAt', { time: formatDateTime(locale, data.asOf) })}</span>
            {data.accounts.some(hasMoreDigits) && (
              <Button variant="quiet" isDense aria-pressed={isExact} onClick={() => setExact(!isExact)}>
                {t(isExact ? 'wallet.hideExact' : 'wallet.showExact')}
              </Button>
            )}
          </Foot>
        </>
      )}
      {holds('wallet_history') && <Latest />}
      <AutoRedemptionCard />
    </Page>
  );
}

export const Wallet = withQueries(WalletRoute);
