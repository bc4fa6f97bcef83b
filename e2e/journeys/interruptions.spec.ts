import type { Page } from '@playwright/test';
import {
  type InterruptedPayment,
  interruptedPayments,
  stages,
} from '@wusd/web/shared/payments/payment-paths.fixture.ts';
import fc from 'fast-check';
import { type Backend, beginSession, codeOrSend, expect, test } from '../support/journey.ts';
import { type PaymentKind, paymentKinds, PaymentWalk } from '../support/payment-walk.ts';

// Every payment is interrupted in every way at every stage, and continues on the model's shortest path to its result.
// Values are entered once, and one payment is made.

/** In seconds. Longer than any review is valid. */
const pastExpiry = 60 * 60;

/** The verification page is preloaded while the review is shown. Waits until that is done. */
async function waitForPreload(page: Page): Promise<void> {
  let loaded = -1;
  const isStill = async (): Promise<boolean> => {
    const before = loaded;
    loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return loaded === before;
  };
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
}

type Interrupt = (walk: PaymentWalk, payment: InterruptedPayment) => Promise<void>;

/** Interrupts a payment and continues it to its end. */
const interruptions = (page: Page, backend: Backend): Record<InterruptedPayment['interruption'], Interrupt> => ({
  async reload(walk, { stage, after }) {
    await page.reload();
    if (stage === 'unanswered')
      await expect(page.getByRole('heading', { name: 'Your payment may have been made' })).toBeVisible();
    await walk.expectDraft(true);
    await walk.take(after);
  },
  async 'second tab'(walk, { stage, after }) {
    const other = await walk.inAnotherTab();
    // No other tab offers a payment that may have been made.
    await other.expectDraft(stage !== 'unanswered');
    await walk.take(after);
    await other.expectDraft(false);
    await other.page.close();
  },
  async 'paid in another tab'(walk) {
    const other = await walk.inAnotherTab();
    await other.expectDraft(true);
    await other.take(['continue', 'reviewed', 'confirm', 'submit', 'paid']);
    await other.page.close();
    await walk.expectDraft(false);
    await expect(page.getByText('You submitted this payment in another tab.')).toBeVisible();
  },
  async expiry(walk, { after }) {
    await backend.advanceClock(pastExpiry);
    await page.clock.fastForward(pastExpiry * 1000);
    await walk.take(after);
  },
  'lost answer': (walk, { after }) => walk.take(after),
  async offline(walk, { stage, after }) {
    if (stage === 'review') await waitForPreload(page);
    // The verification page must be loaded first: otherwise no call can fail.
    if (stage === 'verify') await expect(codeOrSend(page)).toBeVisible();
    await page.context().setOffline(true);
    // Offline until a call fails. Confirming a review makes no call; the verification page first sends a code.
    const failing = stage === 'review' ? 1 : stage === 'verify' ? 0 : after.indexOf('lost') + 1;
    if (stage === 'verify') await walk.failToSendCode();
    else await walk.take(after.slice(0, failing), { isOffline: true });
    await backend.advanceClock(60);
    await page.context().setOffline(false);
    await walk.take(after.slice(failing), { isOffline: true });
  },
});

async function interruptAll(
  kind: PaymentKind,
  payments: readonly InterruptedPayment[],
  page: Page,
  backend: Backend,
): Promise<void> {
  await beginSession(page, backend);
  await kind.prepare(page, backend);
  for (const [index, payment] of payments.entries()) {
    // Every payment has a unique amount.
    const amount = `${20 + index}.00`;
    await test.step(`${payment.interruption} at ${payment.stage}`, async () => {
      const walk = new PaymentWalk(page, backend, kind, amount);
      // Timers that were set before the clock is installed follow the real time.
      if (payment.interruption === 'expiry') await page.clock.install();
      await walk.take(payment.before);
      await interruptions(page, backend)[payment.interruption](walk, payment);
      await page.goto(kind.list);
      await expect(page.getByRole('button', { name: kind.row(amount) })).toHaveCount(1);
    });
  }
}

/** Selects the interruptions that every run of the suite tests. */
const seed = Number(process.env.INTERRUPTIONS_SEED ?? 11);

for (const [index, [name, kind]] of Object.entries(paymentKinds).entries()) {
  const payments = interruptedPayments(kind.renewsBy);
  for (const stage of stages)
    test(`a ${name} interrupted in every way at ${stage}`, { tag: '@long' }, async ({ page, backend }) => {
      // Six payments with two codes each.
      test.slow();
      await interruptAll(
        kind,
        payments.filter((each) => each.stage === stage),
        page,
        backend,
      );
    });

  const [drawn = []] = fc.sample(fc.shuffledSubarray(payments, { minLength: 2, maxLength: 2 }), {
    numRuns: 1,
    seed: seed + index,
  });
  test(`a ${name} interrupted, seed ${seed}`, ({ page, backend }) => interruptAll(kind, drawn, page, backend));
}
