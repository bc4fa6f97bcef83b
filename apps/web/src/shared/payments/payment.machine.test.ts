import { describe, expect, test } from 'vitest';
import { blocked, checks, createScenario, emptyDraft, lifetime, otherTerms, request } from './payment.fixture.ts';

/** A payment that waits for its codes. */
async function verifying(paysLostSubmissions = false) {
  const scenario = createScenario({ paysLostSubmissions });
  await scenario.apply({ type: 'continue', request });
  await scenario.apply({ type: 'previewed' });
  await scenario.apply({ type: 'confirm' });
  return scenario;
}
const stateOf = ({ actor }: ReturnType<typeof createScenario>) => actor.getSnapshot();

describe('a submission without an answer', () => {
  test('is sent again with the same intent, and the customer learns that it was paid', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'submit', checks });
    expect(scenario.submissions.map(({ input }) => input.review.intentId)).toEqual(['intent 1']);
    await scenario.apply({ type: 'paid' });
    expect([scenario.emitted, scenario.payments.size]).toEqual([['payment of intent 1'], 1]);
  });

  test('is settled under the same intent, without codes that could pay now, before another payment is previewed', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'change', draft: { amount: '20' } });
    await scenario.apply({ type: 'continue', request: { amount: '20' } });
    expect(scenario.previews).toEqual([]);
    expect(scenario.submissions[0]?.input).toMatchObject({ request, review: { intentId: 'intent 1' }, checks: [] });
    await scenario.apply({ type: 'paid' });
    expect(stateOf(scenario).hasTag('completed')).toBe(true);
    expect(stateOf(scenario).context.draft).toEqual({ amount: 'next' });
  });

  test('that turns out unpaid gives way to the payment that waited for it', async () => {
    const scenario = await verifying();
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'change', draft: { amount: '20' } });
    await scenario.apply({ type: 'continue', request: { amount: '20' } });
    await scenario.apply({ type: 'submitFails', as: 'retry' });
    expect(scenario.previews.map(({ input }) => input)).toEqual([{ amount: '20' }]);
    expect(stateOf(scenario).context.draft).toEqual({ amount: '20' });
  });

  test('stays unknown while the captcha keeps it from being sent again', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'notSent' });
    await scenario.apply({ type: 'continue', request });
    expect([scenario.previews.length, scenario.submissions.length]).toEqual([0, 1]);
  });

  test('can still be sent again after the review has expired', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'expires' });
    await scenario.apply({ type: 'confirm' });
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'paid' });
    expect(scenario.emitted).toEqual(['payment of intent 1']);
  });
});

describe('a review that expires', () => {
  test('says so at its time, and not a millisecond earlier', async () => {
    const scenario = createScenario({ paysLostSubmissions: false });
    await scenario.apply({ type: 'continue', request });
    await scenario.apply({ type: 'previewed' });
    scenario.clock.increment(lifetime - 1);
    expect(stateOf(scenario).context.isExpired).toBe(false);
    scenario.clock.increment(1);
    expect(stateOf(scenario).context.isExpired).toBe(true);
  });

  test('is renewed when it is confirmed: the same terms go on to verification, others are shown first', async () => {
    for (const [changes, leaf] of [
      [{}, 'verify'],
      [otherTerms, 'review'],
    ] as const) {
      const scenario = createScenario({ paysLostSubmissions: false });
      await scenario.apply({ type: 'continue', request });
      await scenario.apply({ type: 'previewed' });
      await scenario.apply({ type: 'expires' });
      await scenario.apply({ type: 'confirm' });
      await scenario.apply({ type: 'previewed', changes });
      expect([stateOf(scenario).value, stateOf(scenario).context.isExpired]).toEqual([{ reviewed: leaf }, false]);
      expect(stateOf(scenario).context.review?.intentId).toBe('intent 2');
    }
  });

  test('is renewed when the customer asks: new terms are shown beside the earlier ones, and wait to be confirmed', async () => {
    for (const changes of [{}, otherTerms]) {
      const scenario = createScenario({ paysLostSubmissions: false });
      await scenario.apply({ type: 'continue', request });
      await scenario.apply({ type: 'previewed' });
      await scenario.apply({ type: 'expires' });
      await scenario.apply({ type: 'renew' });
      await scenario.apply({ type: 'previewed', changes });
      const { value, context } = stateOf(scenario);
      expect([value, context.isExpired, context.request]).toEqual([
        { reviewed: 'review' },
        false,
        { ...request, quote: 1 },
      ]);
      expect([context.earlier?.review.intentId, context.review?.intentId]).toEqual(['intent 1', 'intent 2']);
      await scenario.apply({ type: 'confirm' });
      await scenario.apply({ type: 'submit', checks });
      expect(scenario.submissions.map(({ input }) => [input.request, input.review.intentId])).toEqual([
        [{ ...request, quote: 1 }, 'intent 2'],
      ]);
      expect(scenario.violations).toEqual([]);
    }
  });

  test('stays, with the reason, while no new terms can be had', async () => {
    const scenario = createScenario({ paysLostSubmissions: false });
    await scenario.apply({ type: 'continue', request });
    await scenario.apply({ type: 'previewed' });
    await scenario.apply({ type: 'expires' });
    await scenario.apply({ type: 'renew' });
    await scenario.apply({ type: 'previewFails' });
    const { value, context } = stateOf(scenario);
    expect([value, context.isExpired, context.review?.intentId]).toEqual([{ reviewed: 'review' }, true, 'intent 1']);
    expect(context.failure).toBeInstanceOf(Error);
    await scenario.apply({ type: 'renew' });
    await scenario.apply({ type: 'previewed', changes: otherTerms });
    expect(stateOf(scenario).context).toMatchObject({ isExpired: false, failure: undefined });
  });

  test('without a time of its own, or of a device that slept, is never confirmed as it is', async () => {
    const scenario = createScenario({ paysLostSubmissions: false });
    await scenario.apply({ type: 'continue', request });
    await scenario.apply({ type: 'previewed', changes: { expiresAt: undefined } });
    await scenario.apply({ type: 'confirm' });
    expect(stateOf(scenario).value).toBe('renewing');
  });
});

test('a change while a preview is under way makes its answer worthless, however late it comes', async () => {
  const scenario = createScenario({ paysLostSubmissions: false });
  await scenario.apply({ type: 'continue', request });
  await scenario.apply({ type: 'change', draft: { amount: '11' } });
  await scenario.answerLate();
  expect([stateOf(scenario).value, stateOf(scenario).context.review]).toEqual([{ draft: 'editing' }, undefined]);
});

test('a changed draft takes its review with it: the old amount can’t be submitted', async () => {
  const scenario = await verifying();
  await scenario.apply({ type: 'change', draft: { amount: '11' } });
  await scenario.apply({ type: 'submit', checks });
  expect([stateOf(scenario).value, scenario.submissions]).toEqual([{ draft: 'editing' }, []]);
});

test('the end of the session leaves nothing of the payment, and its answer is not heard', async () => {
  const scenario = await verifying();
  await scenario.apply({ type: 'submit', checks });
  await scenario.apply({ type: 'reset' });
  await scenario.answerLate();
  expect(stateOf(scenario).context).toMatchObject({
    draft: emptyDraft,
    review: undefined,
    checks: [],
    paymentId: undefined,
  });
  expect(scenario.emitted).toEqual([]);
});

test('a stored draft that is read late replaces an untouched draft only', async () => {
  const scenario = createScenario({ paysLostSubmissions: false });
  const restore = () => scenario.apply({ type: 'restore', draft: { amount: '30' } });
  await restore();
  expect(stateOf(scenario).context.draft).toEqual({ amount: '10' });
  await scenario.apply({ type: 'reset' });
  await restore();
  expect(stateOf(scenario).context.draft).toEqual({ amount: '30' });
  await scenario.apply({ type: 'change', draft: emptyDraft });
  await restore();
  expect(stateOf(scenario).context.draft).toEqual(emptyDraft);
});

test('a quote that another tab has taken over ends the intent and keeps the draft', async () => {
  const scenario = await verifying();
  await scenario.apply({ type: 'submit', checks });
  await scenario.apply({ type: 'submitFails', as: 'over' });
  expect(stateOf(scenario).hasTag('rejected')).toBe(true);
  expect(stateOf(scenario).context.draft).toEqual({ amount: '10' });
});

test('what blocks a payment is kept for the form until the draft changes', async () => {
  const scenario = createScenario({ paysLostSubmissions: false });
  await scenario.apply({ type: 'continue', request });
  await scenario.apply({ type: 'previewed', changes: blocked });
  expect(stateOf(scenario).context.blockers).toHaveLength(1);
  await scenario.apply({ type: 'change', draft: { amount: '9' } });
  expect(stateOf(scenario).context.blockers).toEqual([]);
});
