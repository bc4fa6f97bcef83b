import type { Valuation, WalletAccount } from '@wusd/api-sdk/core';
import { currencies, type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatExactAmount } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { DataTable } from '@wusd/ui-kit/DataTable';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { areAmountsHidden, language } from '../../shared/i18n/preferences.ts';
import { TextLink } from '../../shared/routing/link.tsx';
import { useShownAmount } from '../../shared/money/use-money.ts';
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
const Digits = styled.span`
  font: ${vars.typeHeadline};
  font-variant-numeric: tabular-nums lining-nums;
  white-space: nowrap;

  &[data-quiet] {
    color: ${vars.fgMuted};
    font: ${vars.typeBody};
    font-variant-numeric: tabular-nums lining-nums;
  }
  > span {
    visibility: hidden;
  }
`;
const Below = styled.span`
  display: block;
  color: ${vars.fgMuted};
  font: ${vars.typeCaption};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

export interface BalancesProps {
  accounts: readonly WalletAccount[];
  /** Value of each balance. `values` is undefined while loading; the whole valuation is undefined if unavailable. */
  valuation: { currency: Currency; values: Valuation['values'] | undefined } | undefined;
  /** Currencies whose available amount has just changed. */
  changed: ReadonlySet<string>;
  /** Shows every digit of the ledger if there are more than usual. */
  isExact: boolean;
}

/** One row per currency: the available balance, held and pending amounts if above zero, and the value. */
export function Balances({ accounts, valuation, changed, isExact }: BalancesProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  const columns = useColumns(valuation?.currency);
  const shownAmount = useShownAmount();
  const shown = (amount: string, currency: Currency): string => shownAmount({ amount, currency });
  return (
    <DataTable
      title={t('wallet.assets')}
      rowLabel={t('wallet.asset')}
      columns={columns}
      rows={accounts.map((account) => {
        const { currency, available, held, pending } = account;
        const value = valuation?.values?.find((each) => each.currency === currency)?.value;
        return {
          key: `${account.id}:${account.updatedAt}`,
          header: (
            <TextLink isPlain to="/asset" search={{ currency }}>
              <CurrencyHeader currency={currency} />
            </TextLink>
          ),
          isHighlighted: changed.has(currency),
          cells: {
            balance: {
              content: (
                <>
                  <Amount currency={currency} isQuiet={isZero(available)}>
                    {shown(available, currency)}
                  </Amount>
                  {!isZero(held) && <Below>{t('wallet.heldAmount', { amount: shown(held, currency) })}</Below>}
                  {!isZero(pending) && <Below>{t('wallet.pendingAmount', { amount: shown(pending, currency) })}</Below>}
                  {isExact && !isHidden && hasMoreDigits(account) && (
                    <Below>
                      {t('wallet.exact', { amount: formatExactAmount(locale, available, decimalsOf(currency)) })}
                    </Below>
                  )}
                </>
              ),
            },
            value: {
              content:
                valuation &&
                (valuation.values ? (
                  <Amount currency={valuation.currency} isQuiet>
                    {shown(value ?? '0', valuation.currency)}
                  </Amount>
                ) : (
                  <AtEnd>
                    <Skeleton width="96px" />
                  </AtEnd>
                )),
              isEmpty: value === undefined || isZero(value) || currency === valuation?.currency,
            },
          },
        };
      })}
    />
  );
}

/** An amount in tabular digits. Reserves room for missing decimals, so that decimal points line up. */
function Amount({ currency, isQuiet, children }: { currency: Currency; isQuiet: boolean; children: string }) {
  return (
    <Digits data-quiet={isQuiet ? '' : undefined}>
      {children}
      {decimalsOf(currency) === 0 && <span aria-hidden>.00</span>}
    </Digits>
  );
}

const isZero = (amount: string): boolean => compare(amount, '0') === 0;

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
  return [available, held, pending].every(isZero);
}

/** The table while balances are loading. The currencies are known, so it has its final size. */
export function BalancesSkeleton({ currency }: { currency: string }) {
  const t = useTranslate();
  const amount = (
    <AtEnd>
      <Skeleton width="96px" />
    </AtEnd>
  );
  return (
    <DataTable
      title={t('wallet.assets')}
      rowLabel={t('wallet.asset')}
      columns={useColumns(currency)}
      rows={currencies.map((each) => ({
        key: each,
        header: <CurrencyHeader currency={each} />,
        cells: { balance: { content: amount }, value: { content: amount, isEmpty: true } },
      }))}
    />
  );
}

/** @param currency currency of the valuation; undefined if unknown */
function useColumns(currency: string | undefined) {
  const t = useTranslate();
  return [
    { key: 'balance', label: t('wallet.balance') },
    ...(currency === undefined ? [] : [{ key: 'value', label: t('wallet.value', { currency }), isSecondary: true }]),
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
