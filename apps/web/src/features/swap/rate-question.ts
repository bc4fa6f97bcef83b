import type { Body } from '@wusd/api-sdk/core';
import { usableAmount } from './amount-problem.ts';
import type { SwapDraft } from './payment.ts';

export type RateQuestion = Body<'POST /otc/get-otc-rate'>;

/** Builds the rate request of a draft; undefined while the typed amount is not usable. */
export function rateQuestion(draft: SwapDraft): RateQuestion | undefined {
  const { sides, typed } = draft;
  const amount = usableAmount(draft);
  if (amount === undefined) return undefined;
  return {
    payCurrency: sides.pay,
    receiveCurrency: sides.receive,
    ...(typed.side === 'pay' ? { payAmount: amount } : { receiveAmount: amount }),
  };
}
