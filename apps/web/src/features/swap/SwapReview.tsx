import type { OtcRate, Review } from '@wusd/api-sdk/core';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Notice } from '@wusd/ui-kit/Notice';
import { FormError } from '../../shared/forms/FormError.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { ReviewNote, ReviewSheet } from '../../shared/money/ReviewSheet.tsx';
import { useMoney, useRateLines } from '../../shared/money/use-money.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { useStore } from '../../shared/state/store.ts';
import { serverNow } from './api.ts';
import { ChargeExplained } from './ChargeExplained.tsx';
import { announcedAt } from './countdown.ts';
import { RateComparison } from './RateComparison.tsx';
import { RateStatus, RateTimer } from './RateTimer.tsx';

export interface SwapReviewProps {
  quote: OtcRate;
  review: Review;
  /** The expired quote that this one replaced during the review. */
  earlier?: OtcRate | undefined;
  isExpired: boolean;
  isRenewing: boolean;
  /** Error of the last renewal. */
  failure: unknown;
  onConfirm: () => void;
  /** Requests a new rate for the same amount. */
  onRenew: () => void;
  /** Returns to the form, for another amount. */
  onChange: () => void;
}

/** Review of a swap. Its rate is held until the review expires; a new rate is then requested on the same page. */
export function SwapReview(props: SwapReviewProps) {
  const { quote, review, earlier, isExpired, isRenewing, failure, onConfirm, onRenew, onChange } = props;
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const seconds = useCountdown(Date.parse(review.expiresAt ?? ''), serverNow);
  const [wait] = review.holds ?? [];

  return (
    <ReviewSheet title={t('swap.review.title')}>
      <FormError error={failure} />
      {earlier && <RateComparison key={quote.quoteId} earlier={earlier} current={quote} />}
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
      <ChargeExplained swap={quote} />
      {wait && <Notice tone="info">{wait.message}</Notice>}
      <ReviewNote>{t('swap.noUndo')}</ReviewNote>
      <ReviewNote>{t('swap.asOf', { time: formatTime(locale, quote.asOf) })}</ReviewNote>
      <RateTimer seconds={seconds} isExpired={isExpired} />
      <RateStatus seconds={seconds} isExpired={isExpired} moments={announcedAt.review} />
      {isExpired ? (
        <Button isWide isBusy={isRenewing} onClick={onRenew}>
          {t('swap.newRate')}
        </Button>
      ) : (
        <Button key="confirm" isWide onClick={onConfirm}>
          {t('swap.confirm')}
        </Button>
      )}
      <Button variant="quiet" isWide onClick={onChange}>
        {t('swap.change')}
      </Button>
    </ReviewSheet>
  );
}
