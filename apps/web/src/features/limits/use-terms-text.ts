import type { PaymentTerms } from '@wusd/api-sdk/core';
import { formatBasisPoints, formatDay } from '@wusd/i18n';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';

/** Formats the payment terms of the server as text. */
export function useTermsText() {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const duration = ({ takes: { least, most, unit } }: PaymentTerms): string =>
    t(unit === 'minutes' ? 'fees.minutes' : 'fees.days', { least, most });
  /** Latest arrival or condition of arrival; undefined if the duration suffices. */
  function deadline({ takes, arrivesBy, confirmationsNeeded, approvalAbove }: PaymentTerms): string | undefined {
    if (confirmationsNeeded !== undefined) return t('fees.confirmations', { count: confirmationsNeeded });
    if (approvalAbove) return t('fees.approval', { amount: money(approvalAbove) });
    return arrivesBy === undefined || takes.unit === 'minutes'
      ? undefined
      : t('fees.by', { time: formatDay(locale, arrivesBy) });
  }
  return {
    duration,
    deadline,
    /** Duration and deadline as one text. */
    takes(terms: PaymentTerms): string {
      const condition = deadline(terms);
      return condition === undefined ? duration(terms) : t('fees.takes', { duration: duration(terms), condition });
    },
    fee({ fees: [fee], basisPoints = 0, freeAllowance }: PaymentTerms): string {
      if (fee) return money(fee.money);
      if (basisPoints === 0) return t('fees.free');
      const percent = formatBasisPoints(locale, basisPoints);
      if (basisPoints > 0) return t('fees.rebate', { percent });
      return freeAllowance && /[1-9]/.test(freeAllowance.amount)
        ? t('fees.chargeAbove', { percent, amount: money(freeAllowance) })
        : t('fees.charge', { percent });
    },
    bounds: ({ minimum, maximum }: PaymentTerms): string =>
      maximum
        ? t('fees.between', { minimum: money(minimum), maximum: money(maximum) })
        : t('fees.atLeast', { minimum: money(minimum) }),
    money,
  };
}
