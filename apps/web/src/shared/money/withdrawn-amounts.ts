import type { CryptoTransaction, FiatTransaction } from '@wusd/api-sdk/core';
import type { DescriptionItem } from '@wusd/ui-kit/DescriptionList';
import { useTranslate } from '../i18n/use-translate.ts';
import { isUndone } from './status.ts';
import { useFee } from './use-fee.ts';
import { useMoney } from './use-money.ts';

/** Lines with debit, fees and received amount of a withdrawal. If it paid nothing, only the requested amount. */
export function useWithdrawnAmounts(
  { status, pay, fees, receive }: Pick<FiatTransaction | CryptoTransaction, 'status' | 'pay' | 'fees' | 'receive'>,
  feeLabel: string,
): DescriptionItem[] {
  const t = useTranslate();
  const money = useMoney();
  const feeText = useFee();
  if (isUndone(status)) return [{ label: t('crypto.amount'), value: money(receive), isStrong: true }];
  return [
    { label: t('crypto.withdraw.sends'), value: money(pay) },
    { label: feeLabel, value: feeText(fees[0]?.money) },
    { label: t('crypto.withdraw.arrives'), value: money(receive), isStrong: true },
  ];
}
