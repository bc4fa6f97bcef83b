import { formatTime } from '@wusd/i18n';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { styled } from 'styled-components';
import { language } from '../../shared/i18n/preferences.ts';
import { useRateLines } from '../../shared/money/use-money.ts';
import { useIsBeside } from '../../shared/payments/Summary.tsx';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ChargeExplained } from './ChargeExplained.tsx';
import { announcedAt } from './countdown.ts';
import { RateComparison } from './RateComparison.tsx';
import { RateStatus, RateTimer } from './RateTimer.tsx';
import type { SwapState } from './use-swap.ts';

/** Reserves the height of the rate once an amount is typed, so that the layout does not shift. */
const Root = styled.div`
  display: grid;
  align-content: start;
  gap: ${vars.space3};

  &[data-reserved='inline'] {
    min-height: 12.5rem;
  }
  /* The summary beside the form shows the rate itself. */
  &[data-reserved='beside'] {
    min-height: 6.5rem;
  }
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;

export type QuotedRateProps = Pick<
  SwapState,
  'rate' | 'earlier' | 'quote' | 'isUsable' | 'isUnavailable' | 'isExpired' | 'seconds'
>;

/** The rate of a swap, its time, how long it is held and, after a renewal, the changes from the earlier rate. */
export function QuotedRate(props: QuotedRateProps) {
  const { rate, earlier, quote, isUsable, isUnavailable, isExpired, seconds } = props;
  const t = useTranslate();
  const locale = useStore(language);
  const rateLines = useRateLines();
  const isBeside = useIsBeside();
  const isHeld = quote?.indicative === false;
  return (
    <Root data-reserved={isUsable ? (isBeside ? 'beside' : 'inline') : undefined}>
      {isUnavailable && <Notice tone="warning">{t('home.calc.unavailable')}</Notice>}
      {earlier && quote && <RateComparison key={quote.quoteId} earlier={earlier} current={quote} />}
      {rate && !isUnavailable && (
        <>
          {!isBeside && <DescriptionList items={rateLines(rate)} />}
          <ChargeExplained swap={rate} />
          <Muted>
            {t(rate.indicative ? 'home.calc.indicative' : 'swap.asOf', { time: formatTime(locale, rate.asOf) })}
          </Muted>
          {!rate.indicative && <RateTimer seconds={seconds} isExpired={isExpired} />}
        </>
      )}
      <RateStatus
        seconds={isHeld ? seconds : 0}
        isExpired={isExpired}
        moments={announcedAt.quote}
        announcement={isHeld && !earlier ? t('swap.countdown.started', { seconds: 30 }) : ''}
      />
    </Root>
  );
}
