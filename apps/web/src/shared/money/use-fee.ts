import type { Fee } from '@wusd/api-sdk/core';
import { compare } from '@wusd/api-sdk/money';
import { useTranslate } from '../i18n/use-translate.ts';
import { useMoney } from './use-money.ts';

export const isFree = ({ money }: Pick<Fee, 'money'>): boolean => compare(money.amount, '0') === 0;

/** Formats a fee; "No fee" if there is none or it is zero. Needs the messages of the area `money`. */
export function useFee(): (fee: Fee['money'] | undefined) => string {
  const t = useTranslate();
  const money = useMoney();
  return (fee) => (fee === undefined || isFree({ money: fee }) ? t('fiat.fee.none') : money(fee));
}
