import type { OtcRate } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMoney, useRateLines } from '../../shared/money/use-money.ts';
import { Summary } from '../../shared/payments/Summary.tsx';
import type { SwapDraft } from './payment.ts';

export interface SwapSummaryProps extends Pick<SwapDraft, 'sides'> {
  /** Undefined while there is no rate for the typed amount. */
  rate: OtcRate | undefined;
  isSignedIn: boolean;
}

/** Summary of a swap beside its form: sent amount, rate and received amount. */
export function SwapSummary({ sides, rate, isSignedIn }: SwapSummaryProps) {
  const t = useTranslate();
  const money = useMoney();
  const rateLines = useRateLines();
  const balance = (currency: Currency): string => (isSignedIn ? t('guide.summary.wallet', { currency }) : currency);
  return (
    <Summary
      lines={[
        { label: t('guide.summary.from'), value: balance(sides.pay) },
        { label: t('crypto.withdraw.to'), value: balance(sides.receive) },
        { label: t('swap.send'), value: rate && money(rate.pay), isStrong: true },
        ...(rate
          ? rateLines(rate)
          : [
              { label: t('swap.rate'), value: undefined },
              { label: t('swap.charge'), value: undefined },
            ]),
        { label: t('swap.receive'), value: rate && money(rate.receive), isStrong: true },
      ]}
    />
  );
}
