import type { CryptoTransaction, FiatTransaction } from '@wusd/api-sdk/core';
import type { DescriptionItem } from '@wusd/ui-kit/DescriptionList';
import { useTranslate } from '../i18n/use-translate.ts';
import { isUndone } from './status.ts';
import { useMoney } from './use-money.ts';

/** What a withdrawal takes, costs and brings. Of one that came to nothing, only what was asked for: nothing has arrived. */
export function useWithdrawnAmounts(
  { status, pay, fees, receive }: Pick<FiatTransaction | CryptoTransaction, 'status' | 'pay' | 'fees' | 'receive'>,
  feeLabel: string,
): DescriptionItem[] {
  const t = useTranslate();
  const money = useMoney();
  if (isUndone(status)) return [{ label: t('crypto.amount'), value: money(receive), isStrong: true }];
  return [
    { label: t('crypto.withdraw.sends'), value: money(pay) },
    ...fees.map((fee) => ({ label: feeLabel, value: money(fee.money) })),
    { label: t('crypto.withdraw.arrives'), value: money(receive), isStrong: true },
  ];
}
