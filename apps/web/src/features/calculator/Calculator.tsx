import type { OtcRate } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatMoney, formatRate, formatTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { vars } from '@wusd/ui-kit/tokens';
import { useDeferredValue, useState } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useConfig } from '../../shared/api/config.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { parseTypedAmount } from '../../shared/forms/amount-input.ts';
import { type Sides, SwapFields, type Typed } from '../../shared/forms/SwapFields.tsx';
import { type RateQuestion, useRate } from './use-rate.ts';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space4};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Terms = styled.div`
  display: grid;
  gap: ${vars.space2};
  min-height: 5.5rem;
  align-content: start;
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;

  strong {
    color: ${vars.fg};
    font: inherit;
  }
`;

/** Converts between two currencies at the current rate. Either amount can be typed. */
export function Calculator() {
  const t = useTranslate();
  const [sides, setSides] = useState<Sides>({ pay: 'USD', receive: 'WUSD' });
  const [typed, setTyped] = useState<Typed>({ side: 'pay', text: '1000' });
  const config = useConfig();

  const amount = parseTypedAmount(useDeferredValue(typed.text), decimalsOf(sides[typed.side]));
  const isUsable = amount !== undefined && /[1-9]/.test(amount);
  const isInvalid = amount === undefined && typed.text.trim() !== '';
  const { rate, isUnavailable } = useRate(isUsable ? rateQuestion(sides, typed.side, amount) : undefined);
  const shown = isUsable && !isUnavailable ? rate : undefined;

  return (
    <Card as="section" padding="generous" aria-labelledby="calculator-title">
      <Body>
        <h2 id="calculator-title">{t('home.calc.title')}</h2>
        <SwapFields
          sides={sides}
          typed={typed}
          pairs={config?.swapPairs ?? [sides]}
          found={shown}
          error={isInvalid ? t('home.calc.amountInvalid') : undefined}
          onSides={setSides}
          onTyped={setTyped}
        />
        <Terms>
          {isUnavailable && isUsable && t('home.calc.unavailable')}
          {shown && <RateTerms sides={sides} rate={shown} />}
        </Terms>
      </Body>
    </Card>
  );
}

function rateQuestion({ pay, receive }: Sides, side: Typed['side'], amount: string): RateQuestion {
  const currencies = { payCurrency: pay, receiveCurrency: receive };
  return side === 'pay' ? { ...currencies, payAmount: amount } : { ...currencies, receiveAmount: amount };
}

/** The rate, the charge in it, and the time of the rate. */
function RateTerms({ sides, rate: { rate, fees, asOf } }: { sides: Sides; rate: OtcRate }) {
  const t = useTranslate();
  const locale = useStore(language);
  const charge = fees[0]?.money;
  return (
    <>
      <strong>
        {t('home.calc.rate', {
          pay: `1 ${sides.pay}`,
          receive: `${formatRate(locale, rate)} ${sides.receive}`,
        })}
      </strong>
      <span>
        {charge
          ? t('home.calc.margin', {
              amount: formatMoney(locale, charge.amount, charge.currency, decimalsOf(charge.currency)),
            })
          : t('home.calc.free')}
      </span>
      <span>{t('home.calc.indicative', { time: formatTime(locale, asOf) })}</span>
    </>
  );
}
