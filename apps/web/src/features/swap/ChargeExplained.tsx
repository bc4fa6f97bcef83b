import type { OtcRate } from '@wusd/api-sdk/core';
import { add } from '@wusd/api-sdk/money';
import { formatBasisPoints } from '@wusd/i18n';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';

const Root = styled.details`
  font: ${vars.typeLabel};

  summary {
    padding-block: ${vars.space3};
    color: ${vars.accentFg};
    cursor: pointer;
  }
  p {
    padding-bottom: ${vars.space2};
    color: ${vars.fgMuted};
    font-variant-numeric: tabular-nums;
  }
`;

export type Charged = Pick<OtcRate, 'pay' | 'receive' | 'basisPoints' | 'fees'>;

/** Expandable explanation of a swap's charge: basis points and amount. Renders nothing for a pair without a charge. */
export function ChargeExplained({ swap: { pay, receive, basisPoints, fees } }: { swap: Charged }) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const [fee] = fees;
  if (basisPoints >= 0) return null;
  return (
    <Root>
      <summary>{t('swap.charge.how')}</summary>
      <p>
        {t('swap.charge.basisPoints', {
          percent: formatBasisPoints(locale, basisPoints),
          points: Math.abs(basisPoints),
        })}
      </p>
      <p>
        {fee
          ? t('swap.charge.sum', {
              pay: money(pay),
              worth: money({ ...receive, amount: add(receive.amount, fee.money.amount) }),
              charge: money(fee.money),
              receive: money(receive),
            })
          : t('swap.charge.free')}
      </p>
    </Root>
  );
}
