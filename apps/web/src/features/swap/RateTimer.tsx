import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { styled } from 'styled-components';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { announcedSeconds, formatCountdown } from './countdown.ts';

const Time = styled.p`
  color: ${vars.fgMuted};
  font: ${vars.typeLabel};
  font-variant-numeric: tabular-nums;

  &[data-tone='warning'] {
    color: ${vars.warning};
  }
`;

interface RateTime {
  seconds: number;
  isExpired: boolean;
}

/** How long a rate is held. Silent: `RateStatus` announces it. */
export function RateTimer({ seconds, isExpired }: RateTime) {
  const t = useTranslate();
  if (isExpired) return <Time data-tone="warning">{t('swap.expired')}</Time>;
  return (
    <Time role="timer" aria-live="off">
      {t('swap.countdown', { time: formatCountdown(seconds) })}
    </Time>
  );
}

export interface RateStatusProps extends RateTime {
  /** Announced until the time is nearly up. */
  announcement?: string | undefined;
}

/** Tells screen readers of a held rate 30 and 10 seconds before its end, and at its end. Rendered before there is a rate, too. */
export function RateStatus({ seconds, isExpired, announcement = '' }: RateStatusProps) {
  const t = useTranslate();
  const announced = announcedSeconds(seconds);
  const remaining = announced === undefined ? announcement : t('swap.countdown.left', { seconds: announced });
  return <VisuallyHidden role="status">{isExpired ? t('swap.expired') : remaining}</VisuallyHidden>;
}
