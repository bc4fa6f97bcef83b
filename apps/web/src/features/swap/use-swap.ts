import type { OtcRate } from '@wusd/api-sdk/core';
import { type Available, useAvailable } from '../../shared/money/available.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { type AmountProblem, findQuoteProblem, findTypingProblem } from './amount-problem.ts';
import { serverNow } from './api.ts';
import type { SwapDraft } from './payment.ts';
import { rateQuestion } from './rate-question.ts';
import { useQuote } from './use-quote.ts';

export interface SwapState extends Available {
  /** The rate to show. It may belong to an earlier question. */
  rate: OtcRate | undefined;
  /** The expired rate for the same question, once another rate has replaced it. */
  earlier: OtcRate | undefined;
  /** The quote for the typed amount; undefined until it arrives, and after it expires. */
  quote: OtcRate | undefined;
  isUsable: boolean;
  isUnavailable: boolean;
  isExpired: boolean;
  /** A rate is being requested. */
  isLoading: boolean;
  /** Seconds until the quote expires. */
  seconds: number;
  problem: AmountProblem | undefined;
  requestRate: () => void;
}

/** The rate and the balance for a draft, and the problem with its amount. */
export function useSwap(draft: SwapDraft, isSignedIn: boolean, isSubmitted: boolean): SwapState {
  const question = rateQuestion(draft);
  const isUsable = question !== undefined;
  const { rate, earlier, isOld, isUnavailable, isAsking, again } = useQuote(question, isSignedIn);
  const answer = isOld || isUnavailable ? undefined : rate;
  const expiresAt = answer?.expiresAt === undefined ? undefined : Date.parse(answer.expiresAt);
  const seconds = useCountdown(expiresAt, serverNow);
  const isExpired = expiresAt !== undefined && expiresAt <= serverNow() && seconds === 0;
  const { available, isBalanceLoading } = useAvailable(draft.sides.pay, isSignedIn);
  return {
    rate: isUsable ? rate : undefined,
    earlier,
    quote: isExpired ? undefined : answer,
    isUsable,
    isUnavailable: isUsable && isUnavailable,
    isExpired,
    isLoading: isAsking,
    seconds,
    available,
    isBalanceLoading,
    problem: findTypingProblem(draft, isSubmitted) ?? (answer && findQuoteProblem(answer, available)),
    requestRate: again,
  };
}
