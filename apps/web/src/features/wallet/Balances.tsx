import type { WalletAccount } from '@wusd/api-sdk/core';
import { decimalsOf, kindOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatAmount, formatExactAmount } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Card } from '@wusd/ui-kit/Card';
import { Money } from '@wusd/ui-kit/Money';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { keyframes, styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;

  th {
    padding: ${vars.space4} ${vars.space6};
    background: ${vars.sunken};
    color: ${vars.fgMuted};
    font: ${vars.typeCaption};
    text-align: end;
  }
  th:first-child,
  tbody th {
    text-align: start;
  }
  tbody th {
    background: none;
    color: ${vars.fg};
    font: ${vars.typeHeadline};
  }
  td {
    padding: ${vars.space4} ${vars.space6};
    text-align: end;
    vertical-align: middle;
  }
  tbody tr {
    border-top: 1px solid ${vars.border};
  }
  /* Codes as wide as each other, so that the digits stand in columns. */
  td small {
    display: inline-block;
    min-width: 3.4em;
    text-align: start;
  }

  @media (max-width: 991px) {
    &,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      grid-template-columns: 1fr auto;
      align-items: center;
      padding: ${vars.space4} ${vars.space5};
    }
    tbody tr:first-child {
      border-top: 0;
    }
    tbody th,
    td {
      display: block;
      padding: 0;
    }
    td[data-secondary] {
      grid-column: 1 / -1;
      display: flex;
      justify-content: space-between;
      padding-inline-start: 44px;
      color: ${vars.fgMuted};
    }
    td[data-secondary][data-zero] {
      display: none;
    }
    td[data-secondary]::before {
      content: attr(data-label);
      font: ${vars.typeCaption};
    }
  }
`;
const Currency = styled.span`
  display: flex;
  align-items: center;
  gap: ${vars.space4};
`;
const arrive = keyframes`
  from { background: ${vars.positiveWash}; }
`;
const Row = styled.tr`
  &[data-changed] {
    animation: ${arrive} 2s ease-out;
  }
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
  /** Every digit the ledger holds, where there are more than are shown. */
  isExact: boolean;
}

/** Balances by currency: available, held and pending. A table for wide pages, the same rows folded for narrow ones. */
export function Balances({ title, accounts, changed, isExact }: BalancesProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const cell = (account: WalletAccount, amount: string) => (
    <Money
      amount={formatAmount(locale, amount, decimalsOf(account.currency))}
      currency={account.currency}
      isMuted={compare(amount, '0') === 0}
    />
  );
  return (
    <Card as="section" padding="none" aria-labelledby={`balances-${title}`}>
      {/* Roles are named because a table that is laid out as blocks loses its own. */}
      <Table role="table" aria-label={title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" id={`balances-${title}`}>
              {title}
            </th>
            <th role="columnheader" scope="col">
              {t('wallet.available')}
            </th>
            <th role="columnheader" scope="col">
              {t('wallet.held')}
            </th>
            <th role="columnheader" scope="col">
              {t('wallet.pending')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {accounts.map((account) => (
            // The time in the key replays the sign of change for each change.
            <Row
              role="row"
              key={`${account.id}:${account.updatedAt}`}
              data-changed={changed.has(account.currency) ? '' : undefined}
            >
              <th role="rowheader" scope="row">
                <Currency>
                  <CurrencyIcon currency={account.currency} />
                  {account.currency}
                </Currency>
              </th>
              <td role="cell">
                {cell(account, account.available)}
                {isExact && hasMoreDigits(account) && (
                  <Exact>
                    {t('wallet.exact', {
                      amount: formatExactAmount(locale, account.available, decimalsOf(account.currency)),
                    })}
                  </Exact>
                )}
              </td>
              <td
                role="cell"
                data-secondary=""
                data-label={t('wallet.held')}
                data-zero={compare(account.held, '0') === 0 ? '' : undefined}
              >
                {cell(account, account.held)}
              </td>
              <td
                role="cell"
                data-secondary=""
                data-label={t('wallet.pending')}
                data-zero={compare(account.pending, '0') === 0 ? '' : undefined}
              >
                {cell(account, account.pending)}
              </td>
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

/** Whether the ledger holds more digits than the currency shows. */
export function hasMoreDigits({ available, currency }: Pick<WalletAccount, 'available' | 'currency'>): boolean {
  const fraction = available.split('.')[1] ?? '';
  return /[1-9]/.test(fraction.slice(decimalsOf(currency)));
}

/** The wallet's own coin first, then what there is, then what there is none of. */
export function inOrder(accounts: readonly WalletAccount[]): WalletAccount[] {
  const rank = (account: WalletAccount): number => (account.currency === 'WUSD' ? 0 : isEmpty(account) ? 2 : 1);
  return accounts.toSorted((a, b) => rank(a) - rank(b));
}

/** Nothing available, held or on its way. */
export function isEmpty({ available, held, pending }: WalletAccount): boolean {
  return [available, held, pending].every((amount) => compare(amount, '0') === 0);
}

/** Stablecoins and fiat apart, each in order. */
export function byKind(accounts: readonly WalletAccount[]): Record<'crypto' | 'fiat', WalletAccount[]> {
  const ordered = inOrder(accounts);
  return {
    crypto: ordered.filter(({ currency }) => kindOf(currency) === 'crypto'),
    fiat: ordered.filter(({ currency }) => kindOf(currency) === 'fiat'),
  };
}

/** The same rows before they are known. */
export function BalancesSkeleton() {
  return (
    <Card padding="none">
      {[0, 1, 2, 3].map((row) => (
        <SkeletonRow key={row}>
          <Skeleton width="110px" height="32px" />
          <Skeleton width="120px" />
        </SkeletonRow>
      ))}
    </Card>
  );
}
const SkeletonRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: 57px;
  padding-inline: ${vars.space6};
  border-top: 1px solid ${vars.border};

  @media (max-width: 991px) {
    padding-inline: ${vars.space5};
  }
`;
