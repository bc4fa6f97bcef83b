import type { OtcOrder } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney, formatRate } from '@wusd/i18n';
import { language } from './preferences.ts';
import { useValue } from './value.ts';
import { useWords } from './words.ts';

type Money = OtcOrder['pay'];

/** An amount of money as the customer's language writes it. */
export function useMoney(): (money: Money) => string {
  const locale = useValue(language);
  return ({ amount, currency }) => formatMoney(locale, amount, currency, decimalsOf(currency));
}

/** The lines that a quote, a review and an order have in common: its rate and what is charged or given. */
export function useRateLines(): (
  swap: Pick<OtcOrder, 'pay' | 'receive' | 'rate' | 'fees'>,
) => { label: string; value: string }[] {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  return ({ pay, receive, rate, fees: [fee] }) => [
    { label: words('swap.rate'), value: `1 ${pay.currency} = ${formatRate(locale, rate)} ${receive.currency}` },
    {
      label: words(fee?.name === 'rebate' ? 'swap.rebate' : 'swap.charge'),
      value: fee ? money(fee.money) : words('swap.noCharge'),
    },
  ];
}
