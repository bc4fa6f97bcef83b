import type { Currency } from '@wusd/api-sdk/domain';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount, formatBasisPoints, formatExactAmount, formatTime } from '@wusd/i18n';
import { Card } from '@wusd/ui-kit/Card';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { Icon } from '@wusd/ui-kit/Icon';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { styled } from 'styled-components';
import { language } from '../../app/preferences.ts';
import { useConfig } from '../../app/config.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { parseTypedAmount } from './amount-input.ts';
import { useRate } from './use-rate.ts';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space4};

  h2 {
    font: ${vars.typeTitle2};
  }
`;
const Turn = styled.button`
  display: grid;
  place-items: center;
  justify-self: center;
  width: 44px;
  height: 44px;
  border: 1px solid ${vars.borderControl};
  border-radius: 50%;
  background: ${vars.surface};
  color: ${vars.accentFg};
  cursor: pointer;

  &:hover {
    background: ${vars.accentWash};
  }
  svg {
    transform: rotate(90deg);
  }
`;
const Picker = styled.div`
  flex: none;
  width: 138px;
  border-inline-start: 1px solid ${vars.border};
`;
const Lines = styled.div`
  display: grid;
  gap: ${vars.space2};
  min-height: 5.5rem;
  align-content: start;
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;

  strong {
    color: ${vars.fg};
    font-weight: 500;
  }
`;

/** What one currency buys of another, at the rate of this moment. Either side can be typed. */
export function Calculator() {
  const words = useWords();
  const locale = useValue(language);
  const [sides, setSides] = useState<{ pay: Currency; receive: Currency }>({ pay: 'USD', receive: 'WUSD' });
  const [typed, setTyped] = useState<{ side: 'pay' | 'receive'; text: string }>({ side: 'pay', text: '1000' });
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

  const choose = (side: 'pay' | 'receive', currency: Currency): void => {
    const next = { ...sides, [side]: currency };
    const isOffered = pairs.some(({ pay, receive }) => pay === next.pay && receive === next.receive);
    const other = pairs.find((pair) => pair[side] === currency);
    setSides(isOffered || !other ? next : other);
  };
  const options = (side: 'pay' | 'receive') =>
    [...new Set(pairs.map((pair) => pair[side]))].map((value) => ({ value, label: value }));

  const field = (side: 'pay' | 'receive'): ReactNode => {
    const money = shown?.[side];
    const text =
      typed.side === side ? typed.text : money ? formatAmount(locale, money.amount, decimalsOf(sides[side])) : '';
    return (
      <TextField
        label={words(`home.calc.${side}`)}
        inputMode="decimal"
        autoComplete="off"
        isNumeric
        value={text}
        error={
          typed.side === side && typed.text.trim() !== '' && amount === undefined
            ? words('home.calc.amountInvalid')
            : undefined
        }
        onChange={(event) => setTyped({ side, text: event.target.value })}
        trailing={
          <Picker>
            <SelectField
              label={words(`home.calc.${side}Currency`)}
              isLabelHidden
              isBare
              leading={<CurrencyIcon currency={sides[side]} size={24} />}
              value={sides[side]}
              options={options(side)}
              onChange={(event) => choose(side, event.target.value as Currency)}
            />
          </Picker>
        }
      />
    );
  };

  return (
    <Card as="section" padding="generous" aria-labelledby="calculator-title">
      <Body>
        <h2 id="calculator-title">{words('home.calc.title')}</h2>
        {field('pay')}
        <Turn
          type="button"
          aria-label={words('home.calc.turn')}
          onClick={() => {
            setSides({ pay: sides.receive, receive: sides.pay });
            setTyped({ ...typed, side: 'pay' });
          }}
        >
          <Icon name="swap" size={20} />
        </Turn>
        {field('receive')}
        <Lines>
          {isUnavailable && isUsable && words('home.calc.unavailable')}
          {shown && (
            <>
              <strong>
                {words('home.calc.rate', {
                  pay: `1 ${sides.pay}`,
                  receive: `${formatExactAmount(locale, cut(shown.rate), 2)} ${sides.receive}`,
                })}
              </strong>
              <span>
                {shown.basisPoints === 0
                  ? words('home.calc.free')
                  : words('home.calc.margin', { percent: formatBasisPoints(locale, shown.basisPoints) })}
              </span>
              <span>{words('home.calc.indicative', { time: formatTime(locale, shown.asOf) })}</span>
            </>
          )}
        </Lines>
      </Body>
    </Card>
  );
}

/** Eight decimals are enough for the lines shown to recompute. */
function cut(rate: string): string {
  const [whole, fraction = ''] = rate.split('.');
  return fraction === '' ? (whole ?? '0') : `${whole}.${fraction.slice(0, 8)}`;
}
