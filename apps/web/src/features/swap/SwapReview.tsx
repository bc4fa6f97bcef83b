import type { OtcRate, Review } from '@wusd/api-sdk/core';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { Lines } from '../../app/Lines.tsx';
import { ReviewNote, ReviewSheet } from '../../app/money/ReviewSheet.tsx';
import { language } from '../../app/preferences.ts';
import { useMoney, useRateLines } from '../../app/swap-words.ts';
import { useCountdown } from '../../app/use-countdown.ts';
import { useValue } from '../../app/value.ts';
import { useWords } from '../../app/words.ts';
import { serverNow } from './api.ts';
import { minutes } from './SwapForm.tsx';

export interface SwapReviewProps {
  quote: OtcRate;
  review: Review;
  onConfirm: () => void;
  /** Back to what was typed, for another rate or another amount. */
  onChange: () => void;
}

/** All that a swap does, before it is proved: what leaves, what is charged, what arrives and when. Its rate is held meanwhile. */
export function SwapReview({ quote, review, onConfirm, onChange }: SwapReviewProps) {
  const words = useWords();
  const locale = useValue(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const until = Date.parse(review.expiresAt ?? '');
  const seconds = useCountdown(until, serverNow);
  const isExpired = seconds === 0 && until <= serverNow();
  const [wait] = review.holds ?? [];

  return (
    <ReviewSheet title={words('swap.review.title')}>
      <Lines
        lines={[
          { label: words('swap.send'), value: money(review.sends), isStrong: true },
          ...rateLines({ ...quote, fees: review.fees }),
          { label: words('swap.receive'), value: money(review.receives), isStrong: true },
          {
            label: words('swap.arrives'),
            value: wait
              ? words('swap.arrives.approval', { time: formatTime(locale, review.arrivesBy) })
              : words('swap.arrives.now'),
          },
        ]}
      />
      {wait && <Notice tone="info">{wait.message}</Notice>}
      <ReviewNote>{words('swap.noUndo')}</ReviewNote>
      <ReviewNote>{isExpired ? words('swap.expired') : words('swap.countdown', { time: minutes(seconds) })}</ReviewNote>
      <VisuallyHidden role="status">{isExpired ? words('swap.expired') : ''}</VisuallyHidden>
      {isExpired ? (
        <Button isWide onClick={onChange}>
          {words('swap.newRate')}
        </Button>
      ) : (
        <>
          <Button isWide onClick={onConfirm}>
            {words('swap.confirm')}
          </Button>
          <Button variant="quiet" isWide onClick={onChange}>
            {words('swap.change')}
          </Button>
        </>
      )}
    </ReviewSheet>
  );
}
