import { useQuery } from '@tanstack/react-query';
import type { OtcRate, Review } from '@wusd/api-sdk/core';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { add, compare, roundDown, subtract } from '@wusd/api-sdk/money';
import { formatTime } from '@wusd/i18n';
import { Button } from '@wusd/ui-kit/Button';
import { Notice } from '@wusd/ui-kit/Notice';
import { vars } from '@wusd/ui-kit/tokens';
import { VisuallyHidden } from '@wusd/ui-kit/VisuallyHidden';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { parseTypedAmount } from '../../shared/forms/amount-input.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { useSubmission } from '../../shared/forms/submission.ts';
import { SwapFields } from '../../shared/forms/SwapFields.tsx';
import { DescriptionList } from '@wusd/ui-kit/DescriptionList';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { language } from '../../shared/i18n/preferences.ts';
import { useMoney, useRateLines } from '../../shared/money/use-money.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { useStore } from '../../shared/state/store.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import { serverNow, swapApi } from './api.ts';
import { draft } from './draft.ts';
import { type RateQuestion, useQuote } from './use-quote.ts';
import { availableQuery } from '../../shared/money/available.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${vars.space4};
`;
const Below = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${vars.space2};
`;
/** As tall as what comes, so that nothing moves when it does. */
const Rate = styled.div`
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

export interface SwapFormProps {
  isSignedIn: boolean;
  onReviewed: (quote: OtcRate, review: Review) => void;
  /** Of a visitor who wants to go on. */
  onSignIn: () => void;
}

/** What to swap and how much of it, from either side, at a quote that counts down. */
export function SwapForm({ isSignedIn, onReviewed, onSignIn }: SwapFormProps) {
  const t = useTranslate();
  const locale = useStore(language);
  const money = useMoney();
  const rateLines = useRateLines();
  const config = useConfig();
  const { sides, typed } = useStore(draft);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const amount = parseTypedAmount(typed.text, decimalsOf(sides[typed.side]));
  const isUsable = amount !== undefined && /[1-9]/.test(amount);
  const question: RateQuestion | undefined = isUsable
    ? {
        payCurrency: sides.pay,
        receiveCurrency: sides.receive,
        ...(typed.side === 'pay' ? { payAmount: amount } : { receiveAmount: amount }),
      }
    : undefined;
  const { rate, isOld, isUnavailable, isAsking, again } = useQuote(question, isSignedIn);
  const current = rate && !isOld && !isUnavailable ? rate : undefined;
  const expiresAt = current?.expiresAt === undefined ? undefined : Date.parse(current.expiresAt);
  const seconds = useCountdown(expiresAt, serverNow);
  const isExpired = expiresAt !== undefined && expiresAt <= serverNow() && seconds === 0;

  const { data: accounts } = useQuery({ ...availableQuery, enabled: isSignedIn });
  const held = accounts?.find(({ currency }) => currency === sides.pay)?.available;
  const available = held === undefined ? undefined : roundDown(held, decimalsOf(sides.pay));

  const complaint = (): string | undefined => {
    if (typed.text.trim() === '') return isSubmitted ? t('swap.amountRequired') : undefined;
    if (amount === undefined) return t('home.calc.amountInvalid');
    if (!isUsable) return t('swap.amountRequired');
    if (!current) return undefined;
    const value = valueOf(current);
    if (current.minimum && compare(value, current.minimum.amount) < 0)
      return t('swap.minimum', { bound: money(current.minimum) });
    if (current.maximum && compare(value, current.maximum.amount) > 0)
      return t('swap.maximum', { bound: money(current.maximum) });
    if (available !== undefined && compare(current.pay.amount, available) > 0)
      return t('swap.insufficient', { amount: money({ currency: sides.pay, amount: available }) });
    return undefined;
  };
  const error = complaint();

  const review = useSubmission(
    (quote: OtcRate) => swapApi.otc.review({ quoteId: quote.quoteId ?? '' }),
    (found, quote) => {
      if (found.blockers.length === 0) onReviewed(quote, found);
    },
  );
  // Whoever is faster than the rate goes on once it is there.
  const isWaiting = isWanted && review.isIdle && error === undefined;
  const { mutate } = review;
  useEffect(() => {
    if (isWaiting && current && !isExpired) mutate(current);
  }, [isWaiting, current, isExpired, mutate]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (error !== undefined || !isUsable) field.current?.focus();
    else if (!isSignedIn) onSignIn();
    else if (isExpired) again();
    else if (!review.isPending) {
      review.reset();
      setWanted(true);
    }
  };
  const change = (next: Partial<ReturnType<typeof draft.get>>): void => {
    review.reset();
    setWanted(false);
    draft.set({ ...draft.get(), ...next });
  };
  const blockers = review.data?.blockers ?? [];

  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={review.error} />
      <Blockers title={t('swap.blocked')} blockers={blockers} />
      <SwapFields
        ref={field}
        sides={sides}
        typed={typed}
        pairs={config?.swapPairs ?? [sides]}
        found={isUsable ? rate : undefined}
        error={error}
        hint={
          available !== undefined && (
            <Below>
              {t('swap.available', { amount: money({ currency: sides.pay, amount: available }) })}
              <Button
                variant="quiet"
                isDense
                aria-label={t('swap.max.label')}
                onClick={() => change({ typed: { side: 'pay', text: available } })}
              >
                {t('swap.max')}
              </Button>
            </Below>
          )
        }
        onSides={(next) => change({ sides: next })}
        onTyped={(next) => change({ typed: next })}
      />
      <Rate>
        {isUsable && isUnavailable && <Notice tone="warning">{t('home.calc.unavailable')}</Notice>}
        {isUsable && rate && !isUnavailable && (
          <>
            <DescriptionList items={rateLines(rate)} />
            {rate.indicative ? (
              <Muted>{t('home.calc.indicative', { time: formatTime(locale, rate.asOf) })}</Muted>
            ) : isExpired ? (
              <Muted>{t('swap.expired')}</Muted>
            ) : (
              <Muted>{t('swap.countdown', { time: minutes(seconds) })}</Muted>
            )}
          </>
        )}
        <VisuallyHidden role="status">
          {current && !current.indicative
            ? isExpired
              ? t('swap.expired')
              : t('swap.countdown.started', { seconds: 30 })
            : ''}
        </VisuallyHidden>
      </Rate>
      {isUsable && (isUnavailable || isExpired) ? (
        <Button isWide isBusy={isAsking} onClick={again}>
          {t('swap.newRate')}
        </Button>
      ) : (
        <Button type="submit" isWide isBusy={review.isPending || isWaiting}>
          {t(isSignedIn ? 'swap.review' : 'swap.signIn')}
        </Button>
      )}
    </Form>
  );
}

/** In WUSD and before any charge, as bounds are told. */
function valueOf({ pay, receive, fees: [fee] }: OtcRate): string {
  if (pay.currency === 'WUSD') return pay.amount;
  if (!fee) return receive.amount;
  return (fee.name === 'rebate' ? subtract : add)(receive.amount, fee.money.amount);
}

/** Minutes and seconds, `0:24`. */
export function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
