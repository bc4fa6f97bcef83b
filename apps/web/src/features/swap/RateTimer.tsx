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

/** Remaining hold time of a rate. Not a live region: `RateStatus` announces it. */
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
  /** Announced until the first of `moments`. */
  announcement?: string | undefined;
  /** Seconds before the end that are announced, ascending. */
  moments: readonly number[];
}

/** Announces at a few moments that a rate expires soon or has expired. Render it before there is a rate. */
export function RateStatus({ seconds, isExpired, announcement = '', moments }: RateStatusProps) {
  const t = useTranslate();
  const announced = announcedSeconds(seconds, moments);
  const remaining = announced === undefined ? announcement : t('swap.countdown.left', { seconds: announced });
  return <VisuallyHidden role="status">{isExpired ? t('swap.expired') : remaining}</VisuallyHidden>;
}
