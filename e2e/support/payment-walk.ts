import type { Page, Route } from '@playwright/test';
import type { interruptedPayments, PathStep } from '@wusd/web/shared/payments/payment-paths.fixture.ts';
import { chooseRecipient, typeAccount, ways } from './banking.ts';
import { type Backend, demo, expect, requestCode } from './journey.ts';
import { choose, send } from './swapping.ts';
import { prove, saveAddress } from './withdrawing.ts';

/** A kind of payment with the names on its pages. */
export interface PaymentKind {
  /** Path of the form. */
  form: string;
  /** Path of the API call. Its dry run is the preview. */
  call: string;
  renewsBy: Parameters<typeof interruptedPayments>[0];
  amount: (page: Page) => ReturnType<Page['getByLabel']>;
  /** Saves the recipient, if the kind has one. */
  prepare: (page: Page, backend: Backend) => Promise<void>;
  choose: (page: Page) => Promise<void>;
  /** Waits for the rate or the route of the amount. */
  waitForTerms: (page: Page) => Promise<void>;
  /** Heading of the review. */
  review: string;
  /** Number of codes. */
  challenges: 1 | 2;
  /** Button of the review. */
  confirm: RegExp;
  /** Heading of the result. */
  paid: RegExp;
  /** Name of its row in the list of payments. */
  row: (amount: string) => RegExp;
  /** Path of the page with that list. */
  list: string;
}

const withdrawn = /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/;
const label = 'Own account';
export const paymentKinds: Record<string, PaymentKind> = {
  swap: {
    form: '/mint-redeem',
    call: '/otc/submit-otc',
    renewsBy: 'renew',
    amount: send,
    prepare: async () => {},
    choose: (page) => choose(page, 'WUSD', 'USD'),
    waitForTerms: (page) => expect(page.getByText('This rate is good for')).toBeVisible(),
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
    waitForTerms: async () => {},
    review: 'Review your withdrawal',
    challenges: 2,
    confirm: /^Withdraw [\d.]+ WUSD$/,
    paid: withdrawn,
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
    waitForTerms: (page) => page.getByText('How it is sent').waitFor(),
    review: 'Review your withdrawal',
    challenges: 2,
    confirm: /^Withdraw [\d.]+ SGD$/,
    paid: withdrawn,
    row: (amount) => new RegExp(`${amount} SGD`),
    list: '/fiat-withdraw',
  },
};

/** Seconds until another code can be sent. */
export const resendDelay = 61;

/** One payment in one tab, executed by the steps of the model. */
export class PaymentWalk {
  readonly page: Page;
  readonly #backend: Backend;
  readonly #kind: PaymentKind;
  readonly #amount: string;

  constructor(page: Page, backend: Backend, kind: PaymentKind, amount: string) {
    this.page = page;
    this.#backend = backend;
    this.#kind = kind;
    this.#amount = amount;
  }

  /** The same payment in another tab. */
  async inAnotherTab(): Promise<PaymentWalk> {
    const page = await this.page.context().newPage();
    await page.goto(this.#kind.form);
    return new PaymentWalk(page, this.#backend, this.#kind, this.#amount);
  }

  /** Opens the form and requires either the draft or empty fields. */
  async expectDraft(isThere: boolean): Promise<void> {
    await this.#openForm();
    await expect(this.#kind.amount(this.page)).toHaveValue(isThere ? this.#amount : '');
  }

  /** @param isOffline whether a call with a lost response never reaches the server */
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
      await this.#kind.waitForTerms(this.page);
    },
    continue: async (next, isOffline) => {
      await this.expectDraft(true);
      await this.#kind.waitForTerms(this.page);
      await this.#losing(next, isOffline, () => this.page.getByRole('button', { name: /^Review/ }).click());
    },
    // Confirmed terms that have not changed are not reviewed again.
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
      // After a lost response the codes are still in their fields.
      const again = page.getByRole('button', { name: 'Confirm', exact: true });
      const codes = page.getByLabel('Verification code');
      const isAgain = (await codes.isVisible()) && (await codes.inputValue()).length === 6;
      await this.#losing(next, isOffline, () =>
        isAgain ? again.click() : this.#typeCodes({ isOver: next === 'over' }),
      );
    },
    'begin again': () => this.page.getByRole('link', { name: 'Start again' }).click(),
    // The previous step, which lost the response, asserts this.
    lost: async () => {},
    over: () => expect(this.page.getByRole('link', { name: 'Start again' })).toBeVisible(),
    paid: () => expect(this.page.getByRole('heading', { level: 1, name: this.#kind.paid })).toBeVisible(),
  };

  /** Opens the form from the current page: the form itself, or the verification page. */
  async #openForm(): Promise<void> {
    const field = this.#kind.amount(this.page);
    const link = this.page.getByRole('main').getByRole('link', { name: /^(Begin again|Check the payment)$/ });
    await expect(field.or(link).first()).toBeVisible();
    if (await link.isVisible()) await link.click();
    await expect(field).toBeVisible();
  }

  /**
   * Enters the codes. The last digit submits them.
   *
   * @param isOver whether the review has expired, so that no code can be sent
   */
  async #typeCodes({ isOver }: { isOver: boolean }): Promise<void> {
    if (isOver) {
      await this.page.getByLabel('Verification code').fill(await this.#backend.authenticatorCode());
      return;
    }
    // Not with the authenticator: each of its codes works once and follows the real time.
    await this.#backend.advanceClock(resendDelay);
    for (const to of [demo.mei.phone, demo.mei.email].slice(0, this.#kind.challenges)) {
      await requestCode(this.page, 'SMS');
      await expect(this.page.getByText('Code sent to').first()).toBeVisible();
      await this.page.getByLabel('Verification code').fill(await this.#backend.code(to));
    }
  }

  /** Runs an action. If `lost` is next, loses the response of the payment call. */
  async #losing(next: PathStep | undefined, isOffline: boolean, act: () => Promise<void>): Promise<void> {
    if (next !== 'lost') return act();
    const { page } = this;
    const { promise: loss, resolve: reportLoss } = Promise.withResolvers<void>();
    const isOurs = (url: URL): boolean => url.pathname.endsWith(this.#kind.call);
    const lose = async (route: Route): Promise<void> => {
      if (!isOffline) await route.fetch();
      await route.abort('internetdisconnected');
      reportLoss();
    };
    await page.route(isOurs, lose);
    await act();
    await loss;
    await expect(page.getByText('Request failed').first()).toBeVisible();
    // The message may belong to an earlier loss, and a call may be retried before it fails.
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
    await page.unroute(isOurs, lose);
  }
}
