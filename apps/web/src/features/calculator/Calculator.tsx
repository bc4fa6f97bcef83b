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
import { useRate } from './use-rate.ts';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space4};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const DescriptionList = styled.div`
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

/** What one currency buys of another, at the rate of this moment. Either side can be typed. */
export function Calculator() {
  const t = useTranslate();
  const locale = useStore(language);
  const [sides, setSides] = useState<Sides>({ pay: 'USD', receive: 'WUSD' });
  const [typed, setTyped] = useState<Typed>({ side: 'pay', text: '1000' });
  const config = useConfig();
  const pairs = config?.swapPairs ?? [sides];

  const amount = parseTypedAmount(useDeferredValue(typed.text), decimalsOf(sides[typed.side]));
  const isUsable = amount !== undefined && /[1-9]/.test(amount);
  const { rate, isUnavailable } = useRate(
    isUsable && config
      ? {
          payCurrency: sides.pay,
          receiveCurrency: sides.receive,
          ...(typed.side === 'pay' ? { payAmount: amount } : { receiveAmount: amount }),
        }
      : undefined,
  );
  const shown = isUsable && !isUnavailable ? rate : undefined;
  const charge = shown?.fees[0]?.money;

  return (
    <Card as="section" padding="generous" aria-labelledby="calculator-title">
      <Body>
        <h2 id="calculator-title">{t('home.calc.title')}</h2>
        <SwapFields
          sides={sides}
          typed={typed}
          pairs={pairs}
          found={shown}
          error={typed.text.trim() !== '' && amount === undefined ? t('home.calc.amountInvalid') : undefined}
          onSides={setSides}
          onTyped={setTyped}
        />
        <DescriptionList>
          {isUnavailable && isUsable && t('home.calc.unavailable')}
          {shown && (
            <>
              <strong>
                {t('home.calc.rate', {
                  pay: `1 ${sides.pay}`,
                  receive: `${formatRate(locale, shown.rate)} ${sides.receive}`,
                })}
              </strong>
              <span>
                {charge
                  ? t('home.calc.margin', {
                      amount: formatMoney(locale, charge.amount, charge.currency, decimalsOf(charge.currency)),
                    })
                  : t('home.calc.free')}
              </span>
              <span>{t('home.calc.indicative', { time: formatTime(locale, shown.asOf) })}</span>
            </>
          )}
        </DescriptionList>
      </Body>
    </Card>
  );
}
