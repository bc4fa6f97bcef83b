import type { OtcRate } from '@wusd/api-sdk/core';
import { type Available, useAvailable } from '../../shared/money/available.ts';
import { useCountdown } from '../../shared/state/use-countdown.ts';
import { type AmountProblem, findQuoteProblem, findTypingProblem, usableAmount } from './amount-problem.ts';
import { serverNow } from './api.ts';
import type { SwapDraft } from './payment.ts';
import { type RateQuestion, useQuote } from './use-quote.ts';

export interface SwapState extends Available {
  /** The rate to show, which may answer an earlier question. */
  rate: OtcRate | undefined;
  /** The quote for what is typed; undefined until it has arrived, and once it has expired. */
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

function rateQuestion({ sides, typed }: SwapDraft, amount: string): RateQuestion {
  return {
    payCurrency: sides.pay,
    receiveCurrency: sides.receive,
    ...(typed.side === 'pay' ? { payAmount: amount } : { receiveAmount: amount }),
  };
}

/** The rate and the balance for a draft, and what is wrong with its amount. */
export function useSwap(draft: SwapDraft, isSignedIn: boolean, isSubmitted: boolean): SwapState {
  const amount = usableAmount(draft);
  const question = amount === undefined ? undefined : rateQuestion(draft, amount);
  const { rate, isOld, isUnavailable, isAsking, again } = useQuote(question, isSignedIn);
  const answer = isOld || isUnavailable ? undefined : rate;
  const expiresAt = answer?.expiresAt === undefined ? undefined : Date.parse(answer.expiresAt);
  const seconds = useCountdown(expiresAt, serverNow);
  const isExpired = expiresAt !== undefined && expiresAt <= serverNow() && seconds === 0;
  const { available, isBalanceLoading } = useAvailable(draft.sides.pay, isSignedIn);
  return {
    rate: amount === undefined ? undefined : rate,
    quote: isExpired ? undefined : answer,
    isUsable: amount !== undefined,
    isUnavailable: amount !== undefined && isUnavailable,
    isExpired,
    isLoading: isAsking,
    seconds,
    available,
    isBalanceLoading,
    problem: findTypingProblem(draft, isSubmitted) ?? (answer && findQuoteProblem(answer, available)),
    requestRate: again,
  };
}
