import type { OtcOrder } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatMoney, formatRate } from '@wusd/i18n';
import { areAmountsHidden, language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

type Money = OtcOrder['pay'];

/** An amount of money as the customer's language writes it. */
export function useMoney(): (money: Money) => string {
  const locale = useStore(language);
  return ({ amount, currency }) => formatMoney(locale, amount, currency, decimalsOf(currency));
}

/** The same, but hidden if the customer hides amounts: for overviews, never for a payment. */
export function useShownMoney(): (money: Money) => string {
  const amount = useShownAmount();
  return (money) => `${amount(money)} ${money.currency}`;
}

/** The number alone, without its code; hidden if the customer hides amounts. */
export function useShownAmount(): (money: Money) => string {
  const locale = useStore(language);
  const isHidden = useStore(areAmountsHidden);
  return ({ amount, currency }) => (isHidden ? hiddenAmount : formatAmount(locale, amount, decimalsOf(currency)));
}

/** As long for every amount. */
const hiddenAmount = '••••';

/** Rate, fee and rebate: the lines that a quote, a review and an order share. */
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
