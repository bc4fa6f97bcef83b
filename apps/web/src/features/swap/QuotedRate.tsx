import { formatTime } from '@wusd/i18n';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { language } from '../../shared/i18n/preferences.ts';
import { useRateLines } from '../../shared/money/use-money.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { formatCountdown } from './countdown.ts';
import type { SwapState } from './use-swap.ts';

/** Reserves the height of a rate, so that nothing moves when it arrives. */
const Root = styled.div`
  display: grid;
  align-content: start;
  gap: ${vars.space3};
  min-height: 8.5rem;
`;
const Muted = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;
`;

export type QuotedRateProps = Pick<SwapState, 'rate' | 'quote' | 'isUnavailable' | 'isExpired' | 'seconds'>;

/** The rate of a swap and how long it is valid. */
export function QuotedRate({ rate, quote, isUnavailable, isExpired, seconds }: QuotedRateProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const rateLines = useRateLines();
  const validity = (): string => {
    if (rate?.indicative) return t('home.calc.indicative', { time: formatTime(locale, rate.asOf) });
    return isExpired ? t('swap.expired') : t('swap.countdown', { time: formatCountdown(seconds) });
  };
  const announcement = (): string => {
    if (isExpired) return t('swap.expired');
    return quote && !quote.indicative ? t('swap.countdown.started', { seconds: 30 }) : '';
  };
  return (
    <Root>
      {isUnavailable && <Notice tone="warning">{t('home.calc.unavailable')}</Notice>}
      {rate && !isUnavailable && (
        <>
          <DescriptionList items={rateLines(rate)} />
          <Muted>{validity()}</Muted>
        </>
      )}
      <VisuallyHidden role="status">{announcement()}</VisuallyHidden>
    </Root>
  );
}
