import { type AnyStateMachine, getInitialSnapshot, getNextSnapshot, type SnapshotFrom } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { failures, request, reviewOf } from './payment.fixture.ts';
import { paymentMachine, unansweredOf } from './payment.machine.ts';
import type { PaymentEvent } from './payment-types.ts';

/** Stages of a payment: draft, review, codes, and a submission whose response is lost. */
export const stages = ['editing', 'review', 'verify', 'unanswered'] as const;
export type Stage = (typeof stages)[number];

/**
 * `lost answer`: the server executes the next call, but its response never arrives. `offline`: the next call never
 * leaves. `paid in another tab`: another tab submits the same draft.
 */
export const interruptions = [
  'reload',
  'second tab',
  'paid in another tab',
  'expiry',
  'lost answer',
  'offline',
] as const;
export type Interruption = (typeof interruptions)[number];

/** An action of a customer who wants to pay, or its outcome. */
export type PathStep =
  | 'type'
  | 'continue'
  | 'reviewed'
  | 'confirm'
  | 'renew'
  | 'submit'
  | 'begin again'
  | 'lost'
  | 'over'
  | 'paid';

export interface InterruptedPayment {
  stage: Stage;
  interruption: Interruption;
  /** Steps up to the stage. */
  before: PathStep[];
  /** Steps from the interruption to the result; empty if the other tab has paid. */
  after: PathStep[];
}

type Snapshot = SnapshotFrom<typeof paymentMachine>;
interface ModelEvent {
  type: string;
  step: PathStep;
}
interface World {
  /** How the customer renews an expired review: by confirming it, or with a separate button. */
  renewsBy: 'confirm' | 'renew';
  losesAnswers?: boolean;
  isReloaded?: boolean;
}

const emptyDraft = { amount: '' };
const typed = { amount: '10' };
const leafOf = (value: unknown): string =>
  typeof value === 'string' ? value : String(Object.values(value as object)[0]);
const does = (event: PaymentEvent, step: PathStep): ModelEvent => ({ ...event, step });
const answers = (actor: string, output: unknown, step: PathStep): ModelEvent =>
  ({ type: `xstate.done.actor.${actor}`, output, step }) as ModelEvent;
const fails = (actor: string, as: 'lost' | 'over'): ModelEvent =>
  ({ type: `xstate.error.actor.${actor}`, error: failures[as](), step: as }) as ModelEvent;

/** Next event if the customer wants to pay and the server executes each intent once, unless it has expired. */
function nextOf({ renewsBy, losesAnswers = false, isReloaded = false }: World) {
  const submits = does({ type: 'submit', checks: [] }, 'submit');
  const continues = does({ type: 'continue', request }, 'continue');
  return ({ value, context: { isTyped, isExpired, isOutcomeUnknown } }: Snapshot): ModelEvent[] => {
    const isFirst = !isOutcomeUnknown;
    const events: Record<string, ModelEvent> = {
      editing: isTyped ? continues : does({ type: 'change', draft: typed }, 'type'),
      previewing: answers('preview', reviewOf('intent', 0), 'reviewed'),
      renewing: answers('renew', { request, review: reviewOf('next intent', 0) }, 'reviewed'),
      review: does({ type: isExpired ? renewsBy : 'confirm' }, isExpired ? renewsBy : 'confirm'),
      verify: submits,
      submitting:
        isFirst && isExpired
          ? fails('submit', 'over')
          : isFirst && losesAnswers
            ? fails('submit', 'lost')
            : answers('submit', 'payment', 'paid'),
      // After a reload the verification page redirects to the form.
      unanswered: isReloaded ? continues : submits,
      settling: answers('settle', 'payment', 'paid'),
      rejected: does({ type: 'open' }, 'begin again'),
    };
    const next = events[leafOf(value)];
    return next ? [next] : [];
  };
}

// The types of the graph library do not support emitted events.
const logic: AnyStateMachine = paymentMachine;

interface Path {
  steps: PathStep[];
  state: Snapshot;
}
/** The shortest path from a state to another. */
function pathTo(isWanted: (state: Snapshot) => boolean, world: World, from: Snapshot): Path {
  const [path] = getShortestPaths(logic, {
    fromState: from,
    toState: isWanted as never,
    events: nextOf(world) as never,
    serializeState: (({ value, context: { isTyped, isExpired, isOutcomeUnknown } }: Snapshot) =>
      JSON.stringify([value, isTyped, isExpired, isOutcomeUnknown])) as never,
  });
  if (!path) throw new Error(`No path from ${JSON.stringify(from.value)}`);
  return {
    steps: path.steps.flatMap(({ event }) => ('step' in event ? [event.step as PathStep] : [])),
    state: path.state,
  };
}

const isAt =
  (stage: string) =>
  ({ value }: Snapshot): boolean =>
    leafOf(value) === stage;
const isCalling = ({ value }: Snapshot): boolean => ['previewing', 'submitting'].includes(leafOf(value));
const isCompleted = (state: Snapshot): boolean => state.hasTag('completed');

const started = (draft: unknown, unanswered?: ReturnType<typeof unansweredOf>): Snapshot =>
  getInitialSnapshot(paymentMachine, { draft, emptyDraft, nextDraft: () => emptyDraft, now: () => 0, unanswered });
const after = (state: Snapshot, event: { type: string }): Snapshot =>
  getNextSnapshot(paymentMachine, state, event as never);

/** Continues the payment to its next call, whose response is lost. */
function loseNextAnswer(from: Snapshot, world: World): Path {
  const { steps, state } = pathTo(isCalling, world, from);
  return {
    steps: [...steps, 'lost'],
    state: after(state, fails(isAt('previewing')(state) ? 'preview' : 'submit', 'lost')),
  };
}

/** The steps and the resulting state of each interruption; undefined if it is impossible in a state. */
const consequences: Record<Interruption, (state: Snapshot, world: World) => Path | undefined> = {
  reload: (state) => ({ steps: [], state: started(state.context.draft, unansweredOf(state)) }),
  'second tab': (state) => ({ steps: [], state }),
  // No other tab offers a draft that may have been paid.
  'paid in another tab': (state) =>
    unansweredOf(state) ? undefined : { steps: [], state: after(state, { type: 'submittedElsewhere' }) },
  // A draft does not expire.
  expiry: (state) =>
    state.hasTag('reviewed')
      ? { steps: [], state: after(state, { type: 'xstate.after.untilExpiry.payment.reviewed' }) }
      : undefined,
  'lost answer': loseNextAnswer,
  offline: loseNextAnswer,
};

/** Every possible interruption at every stage, with the steps before and after it. */
export function interruptedPayments(renewsBy: World['renewsBy']): InterruptedPayment[] {
  return stages.flatMap((stage) => {
    const losesAnswers = stage === 'unanswered';
    const before = pathTo(
      isAt(stage),
      { renewsBy, losesAnswers },
      after(started(emptyDraft), { type: 'change', draft: typed } as never),
    );
    return interruptions.flatMap((interruption): InterruptedPayment[] => {
      const next = consequences[interruption](before.state, { renewsBy });
      if (!next) return [];
      const world = { renewsBy, isReloaded: interruption === 'reload' };
      const rest = interruption === 'paid in another tab' ? [] : pathTo(isCompleted, world, next.state).steps;
      return [{ stage, interruption, before: ['type', ...before.steps], after: [...next.steps, ...rest] }];
    });
  });
}
