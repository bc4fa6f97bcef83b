import type { Fee } from '@wusd/api-sdk/core';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { formatDate, type MessageId } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { parseTypedAmount } from '../forms/amount-input.ts';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { language } from '../i18n/preferences.ts';
import { Summary } from '../payments/Summary.tsx';
import { useStore } from '../state/store.ts';
import { useFee } from './use-fee.ts';
import { useMoney } from './use-money.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import { useAvailable } from './available.ts';

const Below = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2};
`;

export interface TypedWithdrawal {
  currency: Currency;
  typed: string;
  /** Fee on top of the amount; undefined until loaded. */
  fee: Fee['money'] | undefined;
  /** The server's current bounds. Without them the balance is the limit. */
  bounds?: { minimum: Fee['money']; maximum: Fee['money'] } | undefined;
  isSubmitted: boolean;
}

/** Error of an amount above zero, based on the server's bounds or else on the balance. */
function boundError(
  amount: string,
  most: string | undefined,
  { currency, bounds }: Pick<TypedWithdrawal, 'currency' | 'bounds'>,
): { message: MessageId; money: Fee['money'] } | undefined {
  if (bounds && compare(amount, bounds.minimum.amount) < 0)
    return { message: 'fiat.withdraw.tooLittle', money: bounds.minimum };
  if (most !== undefined && compare(amount, most) > 0)
    return { message: bounds ? 'fiat.withdraw.tooMuch' : 'crypto.withdraw.tooMuch', money: { currency, amount: most } };
  return undefined;
}

/** Maximum amount that the balance covers; undefined until balance and fee are loaded. */
function affordable(available: string | undefined, fee: Fee['money'] | undefined): string | undefined {
  if (available === undefined || !fee) return undefined;
  return compare(available, fee.amount) > 0 ? subtract(available, fee.amount) : '0';
}

/**
 * Validates the typed amount of a withdrawal against the balance. `amount` is undefined while it is not a valid amount.
 */
export function useWithdrawAmount({ currency, typed, fee, bounds, isSubmitted }: TypedWithdrawal) {
  const t = useTranslate();
  const money = useMoney();
  const { available, isBalanceLoading } = useAvailable(currency);
  const most = bounds ? bounds.maximum.amount : affordable(available, fee);
  const amount = parseTypedAmount(typed, decimalsOf(currency));
  const isUsable = amount !== undefined && /[1-9]/.test(amount);
  const complaint = (): string | undefined => {
    if (typed.trim() === '')
      return isSubmitted ? t('field.required', { field: t('crypto.withdraw.amount') }) : undefined;
    if (amount === undefined) return t('home.calc.amountInvalid');
    if (!isUsable) return t('swap.amountRequired');
    const broken = boundError(amount, most, { currency, bounds });
    return broken && t(broken.message, { amount: money(broken.money) });
  };
  return { available, isBalanceLoading, most, amount: isUsable ? amount : undefined, error: complaint() };
}

export interface WithdrawAmountProps extends TypedWithdrawal {
  amount: ReturnType<typeof useWithdrawAmount>;
  /** Label of the fee. */
  feeLabel: string;
  /** Name of the recipient; undefined until one is chosen. */
  to: string | undefined;
  /** Latest time of arrival; undefined while unknown. */
  arrivesBy?: string | undefined;
  field: Ref<HTMLInputElement>;
  onChange: (typed: string) => void;
  /** Content between the amount and the total. */
  children?: ReactNode;
}

/** Field for the amount that arrives, with the available balance and the total including the fee. */
export function WithdrawAmount({
  currency,
  typed,
  fee,
  amount: counted,
  feeLabel,
  to,
  arrivesBy,
  field,
  onChange,
  children,
}: WithdrawAmountProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const feeText = useFee();
  const { available, isBalanceLoading, most, amount, error } = counted;
  const arrives = amount === undefined ? undefined : money({ currency, amount });
  const total = amount === undefined || !fee ? undefined : money({ currency, amount: add(amount, fee.amount) });
  return (
    <>
      <TextField
        ref={field}
        label={t('crypto.withdraw.amount')}
        inputMode="decimal"
        isNumeric
        autoComplete="off"
        value={typed}
        error={error}
        hint={
          available === undefined ? (
            isBalanceLoading && <Skeleton width="160px" height="18px" />
          ) : (
            <Below>
              {t('swap.available', { amount: money({ currency, amount: available }) })}
              {most !== undefined && (
                <Button
                  variant="quiet"
                  isDense
                  aria-label={t('crypto.withdraw.max.label')}
                  onClick={() => onChange(most)}
                >
                  {t('swap.max')}
                </Button>
              )}
            </Below>
          )
        }
        onChange={({ target: { value } }) => onChange(value)}
      />
      {children}
      <Summary
        lines={[
          { label: t('guide.summary.from'), value: t('guide.summary.wallet', { currency }) },
          { label: t('crypto.withdraw.to'), value: to },
          { label: t('crypto.withdraw.amount'), value: arrives, isStrong: true },
          { label: feeLabel, value: fee && feeText(fee) },
          { label: t('guide.summary.total'), value: total },
          { label: t('crypto.withdraw.by'), value: arrivesBy && formatDate(locale, arrivesBy) },
        ]}
      >
        {fee && (
          <DescriptionList
            items={[
              { label: feeLabel, value: feeText(fee) },
              ...(total === undefined ? [] : [{ label: t('crypto.withdraw.sends'), value: total }]),
              ...(arrives === undefined
                ? []
                : [{ label: t('crypto.withdraw.arrives'), value: arrives, isStrong: true }]),
            ]}
          />
        )}
      </Summary>
    </>
  );
}
