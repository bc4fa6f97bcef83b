import type { Page, Route } from '@playwright/test';
import {
  type InterruptedPayment,
  interruptedPayments,
  type PathStep,
  stages,
} from '@wusd/web/shared/payments/payment-paths.fixture.ts';
import { type Backend, beginSession, demo, expect, requestCode, test } from '../support/journey.ts';
import { chooseRecipient, typeAccount, ways } from '../support/banking.ts';
import { choose, send } from '../support/swapping.ts';
import { prove, saveAddress } from '../support/withdrawing.ts';

// Every payment is interrupted in every way at every stage. What happens next is the model's path from there to the result: nothing that was
// typed is typed again, and one payment is made.

interface Kind {
  form: string;
  /** The call of the payment; its preview is the same one as a dry run. */
  call: string;
  renewsBy: 'confirm' | 'renew';
  amount: (page: Page) => ReturnType<Page['getByLabel']>;
  /** Saves the recipient, where there is one. */
  prepare: (page: Page, backend: Backend) => Promise<void>;
  choose: (page: Page) => Promise<void>;
  /** Waits for what is asked for as the amount is typed. */
  isReady: (page: Page) => Promise<void>;
  review: string;
  /** How many codes are asked for. */
  challenges: 1 | 2;
  confirm: RegExp;
  paid: RegExp;
  /** How a list of payments names this one. */
  row: (amount: string) => RegExp;
  list: string;
}

const label = 'Own account';
const kinds: Record<string, Kind> = {
  swap: {
    form: '/mint-redeem',
    call: '/otc/submit-otc',
    renewsBy: 'renew',
    amount: send,
    prepare: async () => {},
    choose: (page) => choose(page, 'WUSD', 'USD'),
    isReady: (page) => expect(page.getByText('This rate is good for')).toBeVisible(),
    review: 'Review your swap',
    challenges: 1,
    confirm: /^Confirm and verify$/,
    paid: /^Swap complete$/,
    row: (amount) => new RegExp(`${amount} WUSD for`),
    list: '/mint-redeem-order',
  },
  'crypto withdrawal': {
    form: '/crypto-withdraw',
    call: '/crypto-transaction/withdraw',
    renewsBy: 'confirm',
    amount: (page) => page.getByLabel('Amount that arrives'),
    prepare: (page, backend) => saveAddress(page, backend),
    choose: async (page) => void (await page.getByLabel('To', { exact: true }).selectOption({ index: 1 })),
    isReady: async () => {},
    review: 'Review your withdrawal',
    challenges: 2,
    confirm: /^Withdraw [\d.]+ WUSD$/,
    paid: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/,
    row: (amount) => new RegExp(`${amount} WUSD`),
    list: '/crypto-withdraw',
  },
  'fiat withdrawal': {
    form: '/fiat-withdraw',
    call: '/fiat-transaction/withdraw',
    renewsBy: 'confirm',
    amount: (page) => page.getByLabel('Amount that arrives'),
    async prepare(page, backend) {
      await page.goto('/add-bank-account');
      await typeAccount(page, ways.swift, label);
      await prove(page, backend);
      await expect(page).toHaveURL(/\/bank-account/);
    },
    choose: (page) => chooseRecipient(page, label),
    isReady: (page) => page.getByText('How it is sent').waitFor(),
    review: 'Review your withdrawal',
    challenges: 2,
    confirm: /^Withdraw [\d.]+ SGD$/,
    paid: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/,
    row: (amount) => new RegExp(`${amount} SGD`),
    list: '/fiat-withdraw',
  },
};

const aMinute = 61;
/** Longer than any review is held. */
const anHour = 60 * 60;

/** One payment of one customer, walked by the steps of the model. */
class Walk {
  readonly page: Page;
  readonly #backend: Backend;
  readonly #kind: Kind;
  readonly #amount: string;

  constructor(page: Page, backend: Backend, kind: Kind, amount: string) {
    this.page = page;
    this.#backend = backend;
    this.#kind = kind;
    this.#amount = amount;
  }

  /** The same payment, in another tab. */
  async inAnotherTab(): Promise<Walk> {
    const page = await this.page.context().newPage();
    await page.goto(this.#kind.form);
    return new Walk(page, this.#backend, this.#kind, this.#amount);
  }

  async isTyped(isThere: boolean): Promise<void> {
    await this.#openForm();
    await expect(this.#kind.amount(this.page)).toHaveValue(isThere ? this.#amount : '');
  }

  /** @param isOffline whether the next call that is lost never leaves */
  async take(steps: readonly PathStep[], { isOffline = false } = {}): Promise<void> {
    for (const [index, step] of steps.entries()) await this.#steps[step](steps[index + 1], isOffline);
  }

  async failToSendCode(): Promise<void> {
    await requestCode(this.page, 'SMS');
    await expect(this.page.getByText('Request failed').first()).toBeVisible();
  }

  readonly #steps: Record<PathStep, (next: PathStep | undefined, isOffline: boolean) => Promise<void>> = {
    type: async () => {
      await this.page.goto(this.#kind.form);
      await this.#kind.choose(this.page);
      await this.#kind.amount(this.page).fill(this.#amount);
      await this.#kind.isReady(this.page);
    },
    continue: async (next, isOffline) => {
      await this.isTyped(true);
      await this.#kind.isReady(this.page);
      await this.#losing(next, isOffline, () => this.page.getByRole('button', { name: /^Review/ }).click());
    },
    // Terms that were confirmed and have not changed need no second look.
    reviewed: (next) =>
      expect(
        next === 'submit'
          ? this.page.getByLabel('Verification code')
          : this.page.getByRole('heading', { name: this.#kind.review }),
      ).toBeVisible(),
    confirm: async (next) => {
      await this.page.getByRole('button', { name: this.#kind.confirm }).click();
      if (next === 'submit') await expect(this.page.getByLabel('Verification code')).toBeVisible();
    },
    renew: () => this.page.getByRole('button', { name: 'Get new rate' }).click(),
    submit: async (next, isOffline) => {
      const { page } = this;
      // What was typed is still there after an answer was lost.
      const again = page.getByRole('button', { name: 'Confirm', exact: true });
      const codes = page.getByLabel('Verification code');
      const isAgain = (await codes.isVisible()) && (await codes.inputValue()).length === 6;
      await this.#losing(next, isOffline, () =>
        isAgain ? again.click() : this.#typeCodes({ isOver: next === 'over' }),
      );
    },
    'begin again': () => this.page.getByRole('link', { name: 'Start again' }).click(),
    // Said by what lost it.
    lost: async () => {},
    over: () => expect(this.page.getByRole('link', { name: 'Start again' })).toBeVisible(),
    paid: () => expect(this.page.getByRole('heading', { level: 1, name: this.#kind.paid })).toBeVisible(),
  };

  /** The form, wherever the customer is now. */
  async #openForm(): Promise<void> {
    const field = this.#kind.amount(this.page);
    const link = this.page.getByRole('main').getByRole('link', { name: /^(Begin again|Find out)$/ });
    await expect(field.or(link).first()).toBeVisible();
    if (await link.isVisible()) await link.click();
    await expect(field).toBeVisible();
  }

  /**
   * The codes that are asked for. The last one submits.
   *
   * @param isOver whether no code is sent any more
   */
  async #typeCodes({ isOver }: { isOver: boolean }): Promise<void> {
    if (isOver) {
      await this.page.getByLabel('Verification code').fill(await this.#backend.authenticatorCode());
      return;
    }
    // Each is sent once a minute. The authenticator's are good once, and go by the time of the phone.
    await this.#backend.advanceClock(aMinute);
    for (const to of [demo.mei.phone, demo.mei.email].slice(0, this.#kind.challenges)) {
      await requestCode(this.page, 'SMS');
      await expect(this.page.getByText('Code sent to').first()).toBeVisible();
      await this.page.getByLabel('Verification code').fill(await this.#backend.code(to));
    }
  }

  /** Acts, and loses the answer of the call that comes of it where the model says so. */
  async #losing(next: PathStep | undefined, isOffline: boolean, act: () => Promise<void>): Promise<void> {
    if (next !== 'lost') return act();
    const { page } = this;
    let isLost: () => void = () => {};
    const loss = new Promise<void>((resolve) => (isLost = resolve));
    const isOurs = (url: URL): boolean => url.pathname.endsWith(this.#kind.call);
    const lose = async (route: Route): Promise<void> => {
      if (!isOffline) await route.fetch();
      await route.abort('internetdisconnected');
      isLost();
    };
    await page.route(isOurs, lose);
    await act();
    await loss;
    await expect(page.getByText('Request failed').first()).toBeVisible();
    await page.unroute(isOurs, lose);
  }
}

/** The next page is loaded while the review is read: nothing is on its way any more. */
async function hasLoadedNextPage(page: Page): Promise<void> {
  let loaded = -1;
  const isStill = async (): Promise<boolean> => {
    const before = loaded;
    loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
    return loaded === before;
  };
  await expect.poll(isStill, { intervals: [500] }).toBe(true);
}

type Outcome = (walk: Walk, payment: InterruptedPayment) => Promise<void>;

/** What interrupts the payment, and the customer who goes on. */
const interrupt = (page: Page, backend: Backend): Record<InterruptedPayment['interruption'], Outcome> => ({
  async reload(walk, { stage, after }) {
    await page.reload();
    if (stage === 'unanswered')
      await expect(page.getByRole('heading', { name: 'Your payment may have been made' })).toBeVisible();
    await walk.isTyped(true);
    await walk.take(after);
  },
  async 'second tab'(walk, { stage, after }) {
    const other = await walk.inAnotherTab();
    // A payment that may have been made is offered nowhere else.
    await other.isTyped(stage !== 'unanswered');
    await walk.take(after);
    await other.isTyped(false);
    await other.page.close();
  },
  async 'paid in another tab'(walk) {
    const other = await walk.inAnotherTab();
    await other.isTyped(true);
    await other.take(['continue', 'reviewed', 'confirm', 'submit', 'paid']);
    await other.page.close();
    await walk.isTyped(false);
    await expect(page.getByText('You submitted this payment in another tab.')).toBeVisible();
  },
  async expiry(walk, { after }) {
    await backend.advanceClock(anHour);
    await page.clock.fastForward(anHour * 1000);
    await walk.take(after);
  },
  'lost answer': (walk, { after }) => walk.take(after),
  async offline(walk, { stage, after }) {
    if (stage === 'review') await hasLoadedNextPage(page);
    await page.context().setOffline(true);
    // A review is confirmed without a call, and codes that are sent need one.
    const isBack = stage === 'review' ? 1 : stage === 'verify' ? 0 : after.indexOf('lost') + 1;
    if (stage === 'verify') await walk.failToSendCode();
    else await walk.take(after.slice(0, isBack), { isOffline: true });
    await backend.advanceClock(aMinute);
    await page.context().setOffline(false);
    await walk.take(after.slice(isBack), { isOffline: true });
  },
});

const all = Object.entries(kinds).map(([name, kind]) => ({ name, kind, payments: interruptedPayments(kind.renewsBy) }));

async function walkAll(
  { kind, payments }: { kind: Kind; payments: readonly InterruptedPayment[] },
  page: Page,
  backend: Backend,
): Promise<void> {
  await beginSession(page, backend);
  await kind.prepare(page, backend);
  for (const [index, payment] of payments.entries()) {
    const amount = `${20 + index}.00`;
    await test.step(`${payment.interruption} while it is ${payment.stage}`, async () => {
      const walk = new Walk(page, backend, kind, amount);
      // Timers that are set before it is installed go by the real time.
      if (payment.interruption === 'expiry') await page.clock.install();
      await walk.take(payment.before);
      await interrupt(page, backend)[payment.interruption](walk, payment);
      await page.goto(kind.list);
      await expect(page.getByRole('button', { name: kind.row(amount) })).toHaveCount(1);
    });
  }
}

for (const { name, kind, payments } of all)
  for (const stage of stages)
    test(`a ${name} interrupted in every way while it is ${stage}`, { tag: '@long' }, async ({ page, backend }) => {
      await walkAll({ kind, payments: payments.filter((each) => each.stage === stage) }, page, backend);
    });

/** Which of them are walked with every run. */
const seed = Number(process.env.INTERRUPTIONS_SEED ?? 11);

for (const [index, { name, kind, payments }] of all.entries())
  test(`a ${name} interrupted, seed ${seed}`, async ({ page, backend }) => {
    const drawn = [0, 1].map((draw) => payments[(seed + 7 * (2 * index + draw)) % payments.length]);
    await walkAll({ kind, payments: drawn.filter((each) => each !== undefined) }, page, backend);
  });
