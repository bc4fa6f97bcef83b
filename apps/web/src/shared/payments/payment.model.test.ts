import type { Review } from '@wusd/api-sdk/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import { getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import {
  blocked,
  checks,
  createScenario,
  emptyDraft,
  type FailureName,
  failures,
  type ScenarioEvent,
  otherTerms,
  request,
  reviewOf,
} from './payment.fixture.ts';
import { paymentMachine } from './payment.machine.ts';
import type { PaymentEvent } from './payment-types.ts';

const byCustomer: PaymentEvent[] = [
  { type: 'open' },
  { type: 'change', draft: { amount: '20' } },
  { type: 'restore', draft: { amount: '30' } },
  { type: 'continue', request },
  { type: 'continue', request: undefined },
  { type: 'ready', request },
  { type: 'invalid' },
  { type: 'confirm' },
  { type: 'renew' },
  { type: 'submit', checks },
  { type: 'submittedElsewhere' },
  { type: 'reset' },
];

/** An event of the machine's graph and its cause in a scenario. */
interface ModelEvent {
  type: string;
  cause: ScenarioEvent;
}
const customerEvents = byCustomer.map((event) => ({ ...event, cause: event }));
const failed = (id: string): ModelEvent[] =>
  (Object.keys(failures) as FailureName[]).map((as) => ({
    type: `xstate.error.actor.${id}`,
    error: failures[as](),
    cause: { type: 'submitFails', as },
  }));
const reviewed = (id: string, reviews: Partial<Review>[], output: (review: Review) => unknown): ModelEvent[] => [
  ...reviews.map((changes) => ({
    type: `xstate.done.actor.${id}`,
    output: output(reviewOf('intent', 0, changes)),
    cause: { type: 'previewed', changes } as const,
  })),
  { type: `xstate.error.actor.${id}`, cause: { type: 'previewFails' } },
];
const paid = (id: string): ModelEvent => ({ type: `xstate.done.actor.${id}`, cause: { type: 'paid' } });
const environmentEvents: Record<string, ModelEvent[]> = {
  previewing: reviewed('preview', [{}, blocked], (review) => review),
  renewing: reviewed('renew', [{}, otherTerms, blocked], (review) => ({ request, review })),
  submitting: [paid('submit'), ...failed('submit')],
  settling: [paid('settle'), ...failed('settle')],
};
const expiry: ModelEvent = { type: 'xstate.after.untilExpiry.payment.reviewed', cause: { type: 'expires' } };

type Snapshot = SnapshotFrom<typeof paymentMachine>;
const leafOf = (value: unknown): string =>
  typeof value === 'string' ? value : String(Object.values(value as object)[0]);
const model = {
  input: { draft: { amount: '10' }, emptyDraft, nextDraft: () => ({ amount: 'next' }), now: () => 0 },
  events: (state: Snapshot) =>
    [
      ...customerEvents,
      ...(environmentEvents[leafOf(state.value)] ?? []),
      ...(state.matches('reviewed') && !state.context.isExpired ? [expiry] : []),
    ] as never,
  serializeState: ({ value, context: { isExpired, isConfirming, isOutcomeUnknown, nextRequest } }: Snapshot) =>
    JSON.stringify([
      value,
      isExpired,
      value === 'renewing' && isConfirming,
      isOutcomeUnknown,
      nextRequest !== undefined,
    ]),
};
interface Transition {
  event: ModelEvent;
  state: Snapshot;
}
interface Edge {
  cause: ScenarioEvent;
  to: string;
}
// The types of the graph library do not support emitted events.
const logic: AnyStateMachine = paymentMachine;
const adjacency = getAdjacencyMap(logic, model) as unknown as Record<
  string,
  { transitions: Record<string, Transition> }
>;
const graph = new Map(
  Object.entries(adjacency).map(([from, { transitions }]) => [
    from,
    Object.values(transitions).map(({ event, state }): Edge => ({
      cause: event.cause,
      to: model.serializeState(state),
    })),
  ]),
);

/** The shortest path to each state, followed by every pair of consecutive transitions from there. */
function allPaths(): Edge[][] {
  return Object.values(getShortestPaths(logic, model)).flatMap(({ steps, state }) => {
    const start = steps
      .slice(1)
      .map((step): Edge => ({ cause: (step.event as ModelEvent).cause, to: model.serializeState(step.state) }));
    return (graph.get(model.serializeState(state)) ?? []).flatMap((first) =>
      (graph.get(first.to) ?? []).map((second) => [...start, first, second]),
    );
  });
}

const variants = [
  { name: 'a lost submission never arrived', paysLostSubmissions: false },
  { name: 'a lost submission was paid', paysLostSubmissions: true },
];

test('the graph reaches every state of the machine', () => {
  const leaves = new Set([...graph.keys()].map((key) => leafOf((JSON.parse(key) as unknown[])[0])));
  expect([...leaves].toSorted()).toEqual([
    'completed',
    'editing',
    'previewing',
    'rejected',
    'renewing',
    'review',
    'settling',
    'submitting',
    'unanswered',
    'verify',
    'waiting',
  ]);
});

describe.each(variants)('if $name', ({ paysLostSubmissions }) => {
  test('every path reaches the modelled state without double or unnoticed payments', async () => {
    let walked = 0;
    for (const path of allPaths()) {
      const scenario = createScenario({ paysLostSubmissions });
      for (const { cause, to } of path) {
        if (!scenario.isPossible(cause)) break;
        await scenario.apply(cause);
        await scenario.answerLate();
        walked += 1;
        expect({ after: cause, is: model.serializeState(scenario.actor.getSnapshot()) }).toEqual({
          after: cause,
          is: to,
        });
        expect(scenario.violations).toEqual([]);
      }
      scenario.actor.stop();
    }
    expect(walked).toBeGreaterThan(10_000);
  }, 60_000);

  test('after a reload in any state, a payment with an unknown outcome is settled before another starts', async () => {
    let settled = 0;
    for (const { steps } of Object.values(getShortestPaths(logic, model))) {
      const scenario = createScenario({ paysLostSubmissions });
      for (const { event } of steps.slice(1)) await scenario.apply((event as ModelEvent).cause);
      await scenario.apply({ type: 'reloads' });
      await scenario.apply({ type: 'continue', request });
      if (scenario.submissions.length > 0) {
        settled += 1;
        expect(scenario.previews).toEqual([]);
        await scenario.apply(paysLostSubmissions ? { type: 'paid' } : { type: 'submitFails', as: 'retry' });
      }
      expect(scenario.violations).toEqual([]);
      scenario.actor.stop();
    }
    // At least the states of a submission that is sent, unanswered or being settled.
    expect(settled).toBeGreaterThanOrEqual(3);
  });

  test('events in any order cause no double or unnoticed payment and no lost input', async () => {
    const event = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<ScenarioEvent>(...byCustomer.filter(({ type }) => type !== 'reset')) },
      {
        weight: 3,
        arbitrary: fc.constantFrom<ScenarioEvent>(
          ...Object.values(environmentEvents).flatMap((events) => events.map(({ cause }) => cause)),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom<ScenarioEvent>({ type: 'expires' }, { type: 'reloads' }, { type: 'reset' }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 60 }), async (events) => {
        const scenario = createScenario({ paysLostSubmissions });
        for (const event of events) {
          const { isTyped, draft } = scenario.actor.getSnapshot().context;
          if (scenario.isPossible(event)) await scenario.apply(event);
          if (event.type === 'restore' && isTyped) expect(scenario.actor.getSnapshot().context.draft).toBe(draft);
          expect(scenario.previews.length + scenario.submissions.length).toBeLessThanOrEqual(1);
        }
        await scenario.answerLate();
        expect(scenario.violations).toEqual([]);
        expect(new Set(scenario.emitted).size).toBe(scenario.emitted.length);
        scenario.actor.stop();
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
