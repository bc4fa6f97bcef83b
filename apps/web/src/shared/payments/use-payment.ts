import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { startVerification } from '../verification/pending-command.ts';
import type { Payment } from './payment.ts';

export interface PaymentNavigation {
  /** Name of the recipient, for the verification page; undefined for a swap. */
  recipient: string | undefined;
  toReview: () => void;
  toVerification: (path: ReturnType<typeof startVerification>) => void;
  toResult: (id: string) => Promise<void>;
}

/** The state of a payment on its page, which follows it to review, verification and result. */
export function usePayment<Draft, Request>(payment: Payment<Draft, Request>, navigation: PaymentNavigation) {
  const { actor } = payment;
  const state = useSelector(actor, (snapshot) => snapshot);
  const onReviewed = useEffectEvent(() => navigation.toReview());
  const onConfirmed = useEffectEvent(() =>
    navigation.toVerification(payment.startVerification(navigation.recipient, (id) => navigation.toResult(id))),
  );
  const onCompleted = useEffectEvent((id: string) => void navigation.toResult(id));
  useEffect(() => {
    const subscriptions = [
      actor.on('reviewed', () => onReviewed()),
      actor.on('confirmed', () => onConfirmed()),
      actor.on('completed', ({ id }) => onCompleted(id)),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor]);
  return state;
}
