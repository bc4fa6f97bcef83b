import type { MessageId } from '@wusd/i18n';
import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { startVerification } from '../verification/pending-command.ts';
import type { paymentMachine } from './payment.machine.ts';
import type { Payment } from './payment.ts';

export interface PaymentNavigation {
  /** Name of the recipient, for the verification page; undefined for a swap. */
  recipient: string | undefined;
  toReview: () => void;
  toVerification: (path: ReturnType<typeof startVerification>) => void;
  toResult: (id: string) => Promise<void>;
}

/** Note above the form that the customer must read before starting another payment. */
export function noteOf({ context }: SnapshotFrom<typeof paymentMachine>): MessageId | undefined {
  if (context.isOutcomeUnknown) return 'verify.unanswered.body';
  return context.isSubmittedElsewhere ? 'payment.elsewhere' : undefined;
}

/** The state of a payment on its page. Navigates to review, verification and result. */
export function usePayment<Draft, Request>(payment: Payment<Draft, Request>, navigation: PaymentNavigation) {
  const { actor } = payment;
  const state = useSelector(actor, (snapshot) => snapshot);
  const onReviewed = useEffectEvent(() => navigation.toReview());
  const onConfirmed = useEffectEvent(() =>
    navigation.toVerification(payment.startVerification(navigation.recipient, (id) => navigation.toResult(id))),
  );
  const onCompleted = useEffectEvent((id: string) => void navigation.toResult(id));
  const { preloadRoute } = useRouter();
  const isReviewed = state.hasTag('reviewed');
  // Preload the verification page: the connection may be lost before confirmation, and a reload would lose the review.
  useEffect(() => {
    if (isReviewed) void preloadRoute({ to: payment.verificationPath });
  }, [isReviewed, preloadRoute, payment]);
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
