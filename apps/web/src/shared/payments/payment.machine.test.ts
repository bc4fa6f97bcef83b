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
  test('is sent again with the same intent, and completes if it was paid', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'submit', checks });
    expect(scenario.submissions.map(({ input }) => input.review.intentId)).toEqual(['intent 1']);
    await scenario.apply({ type: 'paid' });
    expect([scenario.emitted, scenario.payments.size]).toEqual([['payment of intent 1'], 1]);
  });

  test('is settled with the same intent and without codes before another payment is previewed', async () => {
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

  test('that was not paid is discarded, and the waiting payment is previewed', async () => {
    const scenario = await verifying();
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'change', draft: { amount: '20' } });
    await scenario.apply({ type: 'continue', request: { amount: '20' } });
    await scenario.apply({ type: 'submitFails', as: 'retry' });
    expect(scenario.previews.map(({ input }) => input)).toEqual([{ amount: '20' }]);
    expect(stateOf(scenario).context.draft).toEqual({ amount: '20' });
  });

  test('keeps an unknown outcome if the captcha blocks the next submission', async () => {
    const scenario = await verifying(true);
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'lost' });
    await scenario.apply({ type: 'submit', checks });
    await scenario.apply({ type: 'submitFails', as: 'notSent' });
    await scenario.apply({ type: 'continue', request });
    expect([scenario.previews.length, scenario.submissions.length]).toEqual([0, 1]);
  });

  test('can be sent again after the review has expired', async () => {
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
  test('is marked as expired exactly at its expiry time', async () => {
    const scenario = createScenario({ paysLostSubmissions: false });
    await scenario.apply({ type: 'continue', request });
    await scenario.apply({ type: 'previewed' });
    scenario.clock.increment(lifetime - 1);
    expect(stateOf(scenario).context.isExpired).toBe(false);
    scenario.clock.increment(1);
    expect(stateOf(scenario).context.isExpired).toBe(true);
  });

  test('is renewed on confirmation: the same terms continue to verification, other terms are shown first', async () => {
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

  test('is renewed on request: new terms are shown beside the earlier ones, and must be confirmed', async () => {
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

  test('stays with an error if the renewal fails', async () => {
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

  test('is renewed on confirmation if it has no expiry time', async () => {
    const scenario = createScenario({ paysLostSubmissions: false });
    await scenario.apply({ type: 'continue', request });
    await scenario.apply({ type: 'previewed', changes: { expiresAt: undefined } });
    await scenario.apply({ type: 'confirm' });
    expect(stateOf(scenario).value).toBe('renewing');
  });
});

test('a change of the draft during a preview discards its late response', async () => {
  const scenario = createScenario({ paysLostSubmissions: false });
  await scenario.apply({ type: 'continue', request });
  await scenario.apply({ type: 'change', draft: { amount: '11' } });
  await scenario.answerLate();
  expect([stateOf(scenario).value, stateOf(scenario).context.review]).toEqual([{ draft: 'editing' }, undefined]);
});

test('a change of the draft discards the review, so that the old amount can’t be submitted', async () => {
  const scenario = await verifying();
  await scenario.apply({ type: 'change', draft: { amount: '11' } });
  await scenario.apply({ type: 'submit', checks });
  expect([stateOf(scenario).value, scenario.submissions]).toEqual([{ draft: 'editing' }, []]);
});

test('the end of the session clears the payment and ignores a late response', async () => {
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

test('a stored draft that is read late replaces only an unedited draft', async () => {
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

test('an expired quote ends the intent and keeps the draft', async () => {
  const scenario = await verifying();
  await scenario.apply({ type: 'submit', checks });
  await scenario.apply({ type: 'submitFails', as: 'over' });
  expect(stateOf(scenario).hasTag('rejected')).toBe(true);
  expect(stateOf(scenario).context.draft).toEqual({ amount: '10' });
});

test('blockers stay on the form until the draft changes', async () => {
  const scenario = createScenario({ paysLostSubmissions: false });
  await scenario.apply({ type: 'continue', request });
  await scenario.apply({ type: 'previewed', changes: blocked });
  expect(stateOf(scenario).context.blockers).toHaveLength(1);
  await scenario.apply({ type: 'change', draft: { amount: '9' } });
  expect(stateOf(scenario).context.blockers).toEqual([]);
});
