import { useQuery } from '@tanstack/react-query';
import type { WalletAccount } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
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

const Actions = styled.div`
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
  const query = useQuery(walletAccountsQuery);
  const { data, isError } = query;
  const changes = useChanges(data?.accounts);
  const isAllEmpty = data?.accounts.every(isEmpty);
  return (
    <Page title={t('wallet.title')} width="dashboard" aside={<MainActions />}>
      <Attention />
      <MoneyAttention />
      <ChangesAnnouncement changes={changes} />
      {!isAllEmpty && <Total />}
      {isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      {isAllEmpty && <FirstDeposit />}
      {(data || !isError) && <Accounts {...data} changes={changes} />}
      {holds('wallet_history') && <Latest />}
      <AutoRedemptionCard />
    </Page>
  );
}

/** Deposit, withdrawal and swap, beside the title. */
function MainActions() {
  const t = useTranslate();
  return (
    <Actions>
      {holds('wallet.wallets.deposit') && <ButtonLink to="/crypto-deposit">{t('wallet.deposit')}</ButtonLink>}
      {holds('wallet.wallets.withdraw') && (
        <ButtonLink to="/crypto-withdraw" variant="secondary">
          {t('wallet.withdraw')}
        </ButtonLink>
      )}
      <ButtonLink to="/mint-redeem" variant="secondary">
        {t('header.swap')}
      </ButtonLink>
    </Actions>
  );
}

function FirstDeposit() {
  const t = useTranslate();
  return (
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
  );
}

/** Tells screen readers about each changed balance. */
function ChangesAnnouncement({ changes }: { changes: readonly WalletAccount[] }) {
  const t = useTranslate();
  const locale = useStore(language);
  return (
    <VisuallyHidden role="status">
      {changes
        .map(({ currency, available }) =>
          t('wallet.live', { currency, amount: formatAmount(locale, available, decimalsOf(currency)) }),
        )
        .join('. ')}
    </VisuallyHidden>
  );
}

interface AccountsProps {
  /** @default still loading */
  accounts?: readonly WalletAccount[];
  /** When the balances were read, by the server's clock. */
  asOf?: Date;
  /** Accounts whose available amount has just changed. */
  changes: readonly WalletAccount[];
}

/** Balances, and below them bank transfers, limits and the time of the balances. */
function Accounts({ accounts, asOf, changes }: AccountsProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const [isExact, setExact] = useState(false);
  const groups = accounts && byKind(accounts);
  const changed = new Set(changes.map(({ currency }) => currency as string));
  const table = (kind: 'crypto' | 'fiat') => {
    const title = t(`wallet.${kind}`);
    return groups ? (
      <Balances title={title} accounts={groups[kind]} changed={changed} isExact={isExact} />
    ) : (
      <BalancesSkeleton title={title} kind={kind} />
    );
  };
  return (
    <>
      {table('crypto')}
      {table('fiat')}
      <BankActions />
      <Foot>
        {asOf ? (
          <span>{t('wallet.updatedAt', { time: formatDateTime(locale, asOf) })}</span>
        ) : (
          <Skeleton width="180px" />
        )}
        {accounts?.some(hasMoreDigits) && (
          <Button variant="quiet" isDense aria-pressed={isExact} onClick={() => setExact(!isExact)}>
            {t(isExact ? 'wallet.hideExact' : 'wallet.showExact')}
          </Button>
        )}
      </Foot>
    </>
  );
}

/** Transfers to and from banks, and the limits. */
function BankActions() {
  const t = useTranslate();
  return (
    <Actions>
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
    </Actions>
  );
}

export const Wallet = withQueries(WalletRoute);
