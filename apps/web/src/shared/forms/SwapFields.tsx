import type { OtcRate } from '@wusd/api-sdk/core';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { formatAmount } from '@wusd/i18n';
import { CurrencyIcon } from '@wusd/ui-kit/CurrencyIcon';
import { IconButton } from '@wusd/ui-kit/IconButton';
import { SelectField } from '@wusd/ui-kit/SelectField';
import { TextField } from '@wusd/ui-kit/TextField';
import { vars } from '@wusd/ui-kit/tokens';
import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { language } from '../i18n/preferences.ts';
import { useStore } from '../state/store.ts';
import { useTranslate } from '../i18n/use-translate.ts';

const Turn = styled.div`
  display: grid;
  justify-items: center;

  svg {
    transform: rotate(90deg);
  }
`;
const Picker = styled.div`
  flex: none;
  width: 138px;
  border-inline-start: 1px solid ${vars.border};
`;

export interface Sides {
  pay: Currency;
  receive: Currency;
}
export interface Typed {
  side: 'pay' | 'receive';
  text: string;
}

export interface SwapFieldsProps {
  sides: Sides;
  typed: Typed;
  /** Currency pairs on offer. */
  pairs: readonly Sides[];
  /** Amounts of the last rate, for the side that was not typed. */
  found: Pick<OtcRate, 'pay' | 'receive'> | undefined;
  /** Error of the typed amount. */
  error: string | undefined;
  /** Shown below the amount to pay. */
  hint?: ReactNode;
  /** Shown below the amount to receive. */
  receiveHint?: ReactNode;
  /** Ref of the field that was typed in. */
  ref?: Ref<HTMLInputElement>;
  onSides: (sides: Sides) => void;
  onTyped: (typed: Typed) => void;
}

/** Two amount fields, each with its currency. Either can be typed. */
export function SwapFields(props: SwapFieldsProps) {
  const { sides, typed, pairs, found, error, hint, receiveHint, ref, onSides, onTyped } = props;
  const t = useTranslate();
  const locale = useStore(language);

  const choose = (side: 'pay' | 'receive', currency: Currency): void => {
    const next = { ...sides, [side]: currency };
    const isOffered = pairs.some(({ pay, receive }) => pay === next.pay && receive === next.receive);
    const other = pairs.find((pair) => pair[side] === currency);
    onSides(isOffered || !other ? next : { pay: other.pay, receive: other.receive });
  };
  const options = (side: 'pay' | 'receive') =>
    [...new Set(pairs.map((pair) => pair[side]))].map((value) => ({ value, label: value }));

  const field = (side: 'pay' | 'receive'): ReactNode => {
    const isTyped = typed.side === side;
    const money = found?.[side];
    const text = isTyped ? typed.text : money ? formatAmount(locale, money.amount, decimalsOf(sides[side])) : '';
    return (
      <TextField
        ref={isTyped ? ref : undefined}
        label={t(`home.calc.${side}`)}
        inputMode="decimal"
        autoComplete="off"
        isNumeric
        value={text}
        hint={side === 'pay' ? hint : receiveHint}
        error={isTyped ? error : undefined}
        onChange={(event) => onTyped({ side, text: event.target.value })}
        trailing={
          <Picker>
            <SelectField
              label={t(`home.calc.${side}Currency`)}
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
    <>
      {field('pay')}
      <Turn>
        <IconButton
          isFramed
          icon="swap"
          size={20}
          label={t('home.calc.turn')}
          onClick={() => {
            onSides({ pay: sides.receive, receive: sides.pay });
            onTyped({ ...typed, side: 'pay' });
          }}
        />
      </Turn>
      {field('receive')}
    </>
  );
}
