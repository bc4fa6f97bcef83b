import type { OtcRate } from '@wusd/api-sdk/core';
import { formatRate, type MessageId } from '@wusd/i18n';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { vars } from '@wusd/ui-kit/tokens';
import { useEffect, useId, useRef } from 'react';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { useMoney } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { findRateChange } from './rate-change.ts';

const Root = styled.section`
  display: grid;
  gap: ${vars.space2};
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.sunken};

  h2 {
    font: ${vars.typeHeadline};
  }
  h2:focus {
    outline: none;
  }
  s {
    color: ${vars.fgMuted};
  }
`;

type Rate = Pick<OtcRate, 'pay' | 'receive' | 'rate'>;

const sentences = {
  receive: { more: 'swap.renewed.receiveMore', less: 'swap.renewed.receiveLess' },
  pay: { more: 'swap.renewed.payMore', less: 'swap.renewed.payLess' },
} as const satisfies Record<'pay' | 'receive', Record<'more' | 'less', MessageId>>;

/** An expired rate beside its replacement, with the difference. Takes the focus, so that customers read it first. */
export function RateComparison({ earlier, current }: { earlier: Rate; current: Rate }) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const change = findRateChange(earlier, current);
  const rateOf = ({ pay, receive, rate }: Rate): string =>
    `1 ${pay.currency} = ${formatRate(locale, rate)} ${receive.currency}`;
  return (
    <Root aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {change ? t(sentences[change.side][change.direction], { amount: money(change.by) }) : t('swap.renewed.same')}
      </h2>
      <DescriptionList
        items={[
          { label: t('swap.renewed.earlierRate'), value: <s>{rateOf(earlier)}</s> },
          { label: t('swap.renewed.newRate'), value: rateOf(current) },
          ...(change
            ? [
                {
                  label: t(change.side === 'pay' ? 'swap.renewed.earlierPay' : 'swap.renewed.earlierReceive'),
                  value: <s>{money(earlier[change.side])}</s>,
                },
                {
                  label: t(change.side === 'pay' ? 'swap.send' : 'swap.receive'),
                  value: money(current[change.side]),
                  isStrong: true,
                },
              ]
            : []),
        ]}
      />
    </Root>
  );
}
