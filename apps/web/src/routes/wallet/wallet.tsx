import { useQuery } from '@tanstack/react-query';
import type { WalletAccount } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatDateTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Card } from '@wusd/ui-kit/Card';
import { Checkbox } from '@wusd/ui-kit/Checkbox';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { Icon } from '@wusd/ui-kit/Icon';
import { NavMenu } from '@wusd/ui-kit/NavMenu';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { ButtonLink, MenuLink } from '../../shared/routing/link.tsx';
import { Page } from '../../shared/layout/Page.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { session } from '../../shared/api/client.ts';
import { areZerosHidden, hideZeros, language } from '../../shared/i18n/preferences.ts';
import { holds } from '../../shared/session/session.ts';
import { Unavailable } from '../../shared/feedback/Unavailable.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { Attention } from '../../features/attention/Attention.tsx';
import { MoneyAttention } from '../../features/attention/MoneyAttention.tsx';
import { AutoRedemptionCard } from '../../features/auto-redemption/AutoRedemption.tsx';
import { LimitsCard } from '../../features/limits/LimitsCard.tsx';
import { Latest } from '../../features/history/Latest.tsx';
import { FirstMoneyLink } from '../../features/onboarding/FirstMoneyLink.tsx';
import { Balances, BalancesSkeleton, hasMoreDigits, inOrder, isEmpty } from '../../features/wallet/Balances.tsx';
import { walletAccountsQuery } from '../../features/wallet/queries.ts';
import { Total } from '../../features/wallet/Total.tsx';
import { useChanges } from '../../features/wallet/use-changes.ts';
import { useValuation, type ValuationState } from '../../features/wallet/use-valuation.ts';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${vars.space3};
`;
const TableHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space3} ${vars.space5};
  padding: ${vars.space5} ${vars.space6};

  h2 {
    font: ${vars.typeTitle2};
  }
  @media (max-width: 575px) {
    padding-inline: ${vars.space5};
  }
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
  const valuation = useValuation();
  const side = (
    <>
      <LimitsCard />
      {/* Keep last: it loads late, and would shift the cards below it. */}
      <AutoRedemptionCard />
    </>
  );
  return (
    <Page title={t('wallet.title')} width="dashboard" aside={<MainActions />} side={side}>
      <Attention />
      <MoneyAttention />
      <ChangesAnnouncement changes={changes} />
      {isError && <Unavailable query={query}>{t('wallet.loadFailed')}</Unavailable>}
      {isAllEmpty ? (
        <FirstDeposit />
      ) : (
        <>
          <Total {...valuation} />
          {(data || !isError) && <Accounts {...data} valuation={valuation} changes={changes} />}
        </>
      )}
      {holds('wallet_history') && !isAllEmpty && <Latest />}
    </Page>
  );
}

/** Actions beside the title: deposit and withdrawal, each by bank or crypto wallet, and swap. */
function MainActions() {
  const t = useTranslate();
  return (
    <Actions>
      {holds('wallet.wallets.deposit') && (
        <NavMenu label={t('wallet.deposit')} variant="primary">
          <MenuLink to="/fiat-deposit">
            <Icon name="bank" size={20} />
            {t('wallet.deposit.bank')}
          </MenuLink>
          <MenuLink to="/crypto-deposit">
            <Icon name="link" size={20} />
            {t('wallet.deposit.crypto')}
          </MenuLink>
        </NavMenu>
      )}
      {holds('wallet.wallets.withdraw') && (
        <NavMenu label={t('wallet.withdraw')} variant="secondary">
          <MenuLink to="/fiat-withdraw">
            <Icon name="bank" size={20} />
            {t('wallet.withdraw.bank')}
          </MenuLink>
          <MenuLink to="/crypto-withdraw">
            <Icon name="link" size={20} />
            {t('wallet.withdraw.crypto')}
          </MenuLink>
        </NavMenu>
      )}
      <ButtonLink to="/mint-redeem" variant="secondary">
        {t('header.swap')}
      </ButtonLink>
    </Actions>
  );
}

/** Shown for an empty wallet: the next step instead of a table of zeros. */
function FirstDeposit() {
  const t = useTranslate();
  const isVerified = useStore(session).authUser?.identityStatus === 'verified';
  return (
    <Card>
      <EmptyState icon="wallet" title={t('wallet.empty.title')} action={<FirstMoneyLink />}>
        {t(isVerified ? 'wallet.empty.body' : 'wallet.empty.verify')}
      </EmptyState>
    </Card>
  );
}

/** Announces each changed balance to screen readers. */
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
  /** Undefined while loading. */
  accounts?: readonly WalletAccount[];
  /** When the balances were read, by the server's clock. */
  asOf?: Date;
  valuation: ValuationState;
  /** Accounts whose available amount has just changed. */
  changes: readonly WalletAccount[];
}

/** Balances, and below them the time at which they were read. */
function Accounts({ accounts, asOf, valuation, changes }: AccountsProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const id = useId();
  const [isExact, setExact] = useState(false);
  const isWithoutZeros = useStore(areZerosHidden);
  const worth = valuation.query.isError
    ? undefined
    : { currency: valuation.currency, values: valuation.query.data?.values };
  const changed = new Set(changes.map((each) => each.currency as string));
  const shown = accounts && inOrder(accounts).filter((account) => !isWithoutZeros || !isEmpty(account));
  return (
    <>
      <Card as="section" padding="none" aria-labelledby={id}>
        <TableHead>
          <h2 id={id}>{t('wallet.assets')}</h2>
          <Checkbox
            label={t('wallet.zeros.hide')}
            checked={isWithoutZeros}
            onChange={({ target }) => hideZeros(target.checked)}
          />
        </TableHead>
        {shown ? (
          <Balances accounts={shown} valuation={worth} changed={changed} isExact={isExact} />
        ) : (
          <BalancesSkeleton currency={valuation.currency} />
        )}
      </Card>
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

export const Wallet = withQueries(WalletRoute);
