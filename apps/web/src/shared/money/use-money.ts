import type { OtcOrder } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatMoney, formatRate } from '@wusd/i18n';
import { areAmountsHidden, language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

type Money = OtcOrder['pay'];

/** Returns a function that formats an amount with its currency in the language on screen. */
export function useMoney(): (money: Money) => string {
  const locale = useStore(language);
  return ({ amount, currency }) => formatMoney(locale, amount, currency, decimalsOf(currency));
}

/** Like `useMoney`, but hides the amount if the customer hides amounts. For overviews, never for a payment. */
export function useShownMoney(): (money: Money) => string {
  const amount = useShownAmount();
  return (money) => `${amount(money)} ${money.currency}`;
}

/** Formats the number without its currency code. Hides it if the customer hides amounts. */
export function useShownAmount(): (money: Money) => string {
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  return ({ amount, currency }) => (isHidden ? hiddenAmount : formatAmount(locale, amount, decimalsOf(currency)));
}

/** Has the same length for every amount. */
const hiddenAmount = '••••';

/** Lines for rate, fee and rebate that quotes, reviews and orders share. */
export function useRateLines(): (
  swap: Pick<OtcOrder, 'pay' | 'receive' | 'rate' | 'fees'>,
) => { label: string; value: string }[] {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  return ({ pay, receive, rate, fees: [fee] }) => [
    { label: t('swap.rate'), value: `1 ${pay.currency} = ${formatRate(locale, rate)} ${receive.currency}` },
    {
      label: t(fee?.name === 'rebate' ? 'swap.rebate' : 'swap.charge'),
      value: fee ? money(fee.money) : t('swap.noCharge'),
    },
  ];
}
