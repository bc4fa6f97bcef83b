import { useSelector } from '@xstate/react';
import { Button } from '@wusd/ui-kit/Button';
import { Skeleton } from '@wusd/ui-kit/Skeleton';
import { vars } from '@wusd/ui-kit/tokens';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useConfig } from '../../shared/api/config.ts';
import { FormError } from '../../shared/forms/FormError.tsx';
import { SwapFields } from '../../shared/forms/SwapFields.tsx';
import { Blockers } from '../../shared/money/Blockers.tsx';
import { useMoney } from '../../shared/money/use-money.ts';
import { useTranslate } from '../../shared/i18n/use-translate.ts';
import type { AmountProblem } from './amount-problem.ts';
import { swapPayment } from './payment.ts';
import { QuotedRate } from './QuotedRate.tsx';
import { SwapSummary } from './SwapSummary.tsx';
import { useSwap } from './use-swap.ts';

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

export interface SwapFormProps {
  isSignedIn: boolean;
  /** Called when a visitor continues. */
  onSignIn: () => void;
}

/** Form for the currencies and the amount of a swap, typed on either side, with a quote that counts down. */
export function SwapForm({ isSignedIn, onSignIn }: SwapFormProps) {
  const t = useTranslate();
  const money = useMoney();
  const config = useConfig();
  const state = useSelector(swapPayment.actor, (snapshot) => snapshot);
  const draft = swapPayment.draft();
  const [isSubmitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const swap = useSwap(draft, isSignedIn, isSubmitted);
  const { quote, problem, available } = swap;

  useEffect(() => swapPayment.send({ type: 'open' }), []);
  const isWaiting = state.matches({ draft: 'waiting' });
  const isInvalid = problem !== undefined;
  useEffect(() => {
    if (!isWaiting) return;
    if (isInvalid) swapPayment.send({ type: 'invalid' });
    else if (quote) swapPayment.send({ type: 'ready', request: quote });
  }, [isWaiting, isInvalid, quote]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (isInvalid || !swap.isUsable) field.current?.focus();
    else if (!isSignedIn) onSignIn();
    else if (swap.isExpired) swap.requestRate();
    else swapPayment.send({ type: 'continue', request: quote });
  };
  const sides = draft.sides;
  return (
    <Form onSubmit={submit} noValidate>
      <FormError error={state.context.failure} />
      <Blockers title={t('swap.blocked')} blockers={state.context.blockers} />
      <SwapFields
        ref={field}
        sides={sides}
        typed={draft.typed}
        pairs={config?.swapPairs ?? [sides]}
        found={swap.rate}
        error={problem && problemText(problem, t(draft.typed.side === 'pay' ? 'swap.send' : 'swap.receive'), t, money)}
        hint={
          available === undefined ? (
            swap.isBalanceLoading && <Skeleton width="160px" height="36px" />
          ) : (
            <Below>
              {t('swap.available', { amount: money({ currency: sides.pay, amount: available }) })}
              <Button
                variant="quiet"
                isDense
                aria-label={t('swap.max.label')}
                onClick={() => swapPayment.change({ typed: { side: 'pay', text: available } })}
              >
                {t('swap.max')}
              </Button>
            </Below>
          )
        }
        receiveHint={t('swap.fields.hint')}
        onSides={(next) => swapPayment.change({ sides: next })}
        onTyped={(next) => swapPayment.change({ typed: next })}
      />
      <SwapSummary sides={sides} rate={swap.isUnavailable ? undefined : swap.rate} isSignedIn={isSignedIn} />
      <QuotedRate {...swap} />
      {swap.isUnavailable || swap.isExpired ? (
        <Button isWide isBusy={swap.isLoading} onClick={swap.requestRate}>
          {t('swap.newRate')}
        </Button>
      ) : (
        <Button type="submit" isWide isBusy={state.hasTag('busy')}>
          {t(isSignedIn ? 'swap.review' : 'swap.signIn')}
        </Button>
      )}
    </Form>
  );
}

function problemText(
  problem: AmountProblem,
  field: string,
  t: ReturnType<typeof useTranslate>,
  money: ReturnType<typeof useMoney>,
): string {
  if (!('bound' in problem)) return t(problem.id, { field });
  const bound = money(problem.bound);
  return t(problem.id, { bound, amount: bound });
}
