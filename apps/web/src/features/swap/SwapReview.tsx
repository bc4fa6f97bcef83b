import type { OtcRate, Review } from '@wusd/api-sdk/core';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { ReviewNote, ReviewSheet } from '../../shared/money/ReviewSheet.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoney, useRateLines } from '../../shared/money/use-money.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { serverNow } from './api.ts';
import { formatCountdown } from './countdown.ts';

export interface SwapReviewProps {
  quote: OtcRate;
  review: Review;
  isExpired: boolean;
  onConfirm: () => void;
  /** Returns to the form, for another rate or another amount. */
  onChange: () => void;
}

/** What a swap sends, charges and receives, and when. Its rate is held until the review expires. */
export function SwapReview({ quote, review, isExpired, onConfirm, onChange }: SwapReviewProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const seconds = useCountdown(Date.parse(review.expiresAt ?? ''), serverNow);
  const [wait] = review.holds ?? [];

  return (
    <ReviewSheet title={t('swap.review.title')}>
      <DescriptionList
        items={[
          { label: t('swap.send'), value: money(review.sends), isStrong: true },
          ...rateLines({ ...quote, fees: review.fees }),
          { label: t('swap.receive'), value: money(review.receives), isStrong: true },
          {
            label: t('swap.arrives'),
            value: wait
              ? t('swap.arrives.approval', { time: formatTime(locale, review.arrivesBy) })
              : t('swap.arrives.now'),
          },
        ]}
      />
      {wait && <Notice tone="info">{wait.message}</Notice>}
      <ReviewNote>{t('swap.noUndo')}</ReviewNote>
      <ReviewNote>{isExpired ? t('swap.expired') : t('swap.countdown', { time: formatCountdown(seconds) })}</ReviewNote>
      <VisuallyHidden role="status">{isExpired ? t('swap.expired') : ''}</VisuallyHidden>
      {isExpired ? (
        <Button isWide onClick={onChange}>
          {t('swap.newRate')}
        </Button>
      ) : (
        <>
          <Button isWide onClick={onConfirm}>
            {t('swap.confirm')}
          </Button>
          <Button variant="quiet" isWide onClick={onChange}>
            {t('swap.change')}
          </Button>
        </>
      )}
    </ReviewSheet>
  );
}
