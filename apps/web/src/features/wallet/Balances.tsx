import type { WalletAccount } from '@wusd/api-sdk/core';
import { currencies, type Currency, decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatAmount, formatExactAmount } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Card } from '@wusd/ui-kit/Card';
import { DataTable, type DataTableCell } from '@wusd/ui-kit/DataTable';
import { Money } from '@wusd/ui-kit/Money';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { useId } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const CurrencyName = styled.span`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
`;
const AtEnd = styled.span`
  display: grid;
  justify-content: end;
`;
const Exact = styled.span`
  display: block;
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

export interface BalancesProps {
  title: string;
  accounts: readonly WalletAccount[];
  /** Currencies whose available amount has just changed. */
  changed: ReadonlySet<string>;
  /** Shows every digit of the ledger if there are more than usual. */
  isExact: boolean;
}

/** Balances by currency: available, held and pending. */
export function Balances({ title, accounts, changed, isExact }: BalancesProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const columns = useColumns();
  const id = useId();
  const cell = (account: WalletAccount, amount: string): DataTableCell => {
    const isZero = compare(amount, '0') === 0;
    return {
      content: (
        <Money
          amount={formatAmount(locale, amount, decimalsOf(account.currency))}
          currency={account.currency}
          isMuted={isZero}
        />
      ),
      isEmpty: isZero,
    };
  };
  return (
    <Card as="section" padding="none" aria-labelledby={id}>
      <DataTable
        title={title}
        titleId={id}
        columns={columns}
        rows={accounts.map((account) => ({
          key: `${account.id}:${account.updatedAt}`,
          header: <CurrencyHeader currency={account.currency} />,
          isHighlighted: changed.has(account.currency),
          cells: {
            available: {
              content: (
                <>
                  {cell(account, account.available).content}
                  {isExact && hasMoreDigits(account) && (
                    <Exact>
                      {t('wallet.exact', {
                        amount: formatExactAmount(locale, account.available, decimalsOf(account.currency)),
                      })}
                    </Exact>
                  )}
                </>
              ),
            },
            held: cell(account, account.held),
            pending: cell(account, account.pending),
          },
        }))}
      />
    </Card>
  );
}

/** Whether the ledger holds more digits than the currency shows. */
export function hasMoreDigits({ available, currency }: Pick<WalletAccount, 'available' | 'currency'>): boolean {
  const fraction = available.split('.')[1] ?? '';
  return /[1-9]/.test(fraction.slice(decimalsOf(currency)));
}

/** WUSD first, then currencies with a balance, then those without. */
export function inOrder(accounts: readonly WalletAccount[]): WalletAccount[] {
  const rank = (account: WalletAccount): number => (account.currency === 'WUSD' ? 0 : isEmpty(account) ? 2 : 1);
  return accounts.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether nothing is available, held or pending. */
export function isEmpty({ available, held, pending }: WalletAccount): boolean {
  return [available, held, pending].every((amount) => compare(amount, '0') === 0);
}

/** Stablecoins and fiat currencies, each sorted. */
export function byKind(accounts: readonly WalletAccount[]): Record<'crypto' | 'fiat', WalletAccount[]> {
  const ordered = inOrder(accounts);
  return {
    crypto: ordered.filter(({ currency }) => kindOf(currency) === 'crypto'),
    fiat: ordered.filter(({ currency }) => kindOf(currency) === 'fiat'),
  };
}

/** A table of balances that are still loading: its currencies are known, so that it has its final size. */
export function BalancesSkeleton({ title, kind }: { title: string; kind: 'crypto' | 'fiat' }) {
  const amount = (
    <AtEnd>
      <Skeleton width="96px" />
    </AtEnd>
  );
  return (
    <Card padding="none" aria-busy="true">
      <DataTable
        title={title}
        columns={useColumns()}
        rows={currencies
          .filter((currency) => kindOf(currency) === kind)
          .map((currency) => ({
            key: currency,
            header: <CurrencyHeader currency={currency} />,
            cells: {
              available: { content: amount },
              held: { content: amount, isEmpty: true },
              pending: { content: amount, isEmpty: true },
            },
          }))}
      />
    </Card>
  );
}

function useColumns() {
  const t = useTranslate();
  return [
    { key: 'available', label: t('wallet.available') },
    { key: 'held', label: t('wallet.held'), isSecondary: true },
    { key: 'pending', label: t('wallet.pending'), isSecondary: true },
  ];
}

function CurrencyHeader({ currency }: { currency: Currency }) {
  return (
    <CurrencyName>
      <CurrencyIcon currency={currency} />
      {currency}
    </CurrencyName>
  );
}
