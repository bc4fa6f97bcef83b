import type { Page } from '@playwright/test';
import { type Backend, demo, enterPassword, expect, test, requestCode } from '../support/journey.ts';
import { register } from '../support/register.ts';

const password = 'Tall-Ships-2026!';
const email = 'arun@example.com';

interface Verified {
  /** Navigates to the button that sends the first code, also to restart. */
  begin(page: Page, backend: Backend): Promise<void>;
  /** Recipient of the first code. */
  recipient: string;
  /** Whether a restart continues the same challenge, in which the expired code counted as a try. */
  isContinued?: boolean;
  /** Enters the codes after the first, if there are more. */
  rest?(page: Page, backend: Backend, beforeLast?: () => Promise<void>): Promise<void>;
}

const verified: Record<string, Verified> = {
  login: {
    recipient: demo.mei.phone,
    async begin(page) {
      await page.goto('/login');
      await enterPassword(page, demo.mei.email);
    },
  },
  'a forgotten password': {
    recipient: demo.mei.phone,
    async begin(page) {
      await page.goto('/forget-password');
      await page.getByLabel('Email').fill(demo.mei.email);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    async rest(page, backend, beforeLast) {
      // The second page also has a field with this name.
      await expect(page.getByText('Step 2 of 2')).toBeVisible();
      if ((await page.getByLabel('Verification code').inputValue()) === '') {
        const code = await backend.code(demo.mei.email);
        await beforeLast?.();
        await page.getByLabel('Verification code').fill(code);
      } else {
        // The code of the last try is still filled in.
        await page.getByRole('button', { name: 'Confirm' }).click();
      }
    },
  },
  activation: {
    recipient: '+6591234567',
    isContinued: true,
    async begin(page, backend) {
      if (page.url() === 'about:blank') await page.goto(await register(backend.url, { email, password }));
      else await page.reload();
    },
  },
};

for (const [name, { begin, recipient, isContinued = false, rest }] of Object.entries(verified)) {
  const send = async (page: Page, backend: Backend): Promise<string> => {
    await requestCode(page, 'SMS');
    return backend.code(recipient);
  };
  const enter = async (page: Page, backend: Backend, code: string): Promise<void> => {
    await page.getByLabel('Verification code').fill(code);
    await rest?.(page, backend);
  };

  test(
    `codes of ${name}: expired, too many wrong, and codes of an expired challenge show their error and the next step`,
    { tag: name === 'login' ? [] : '@long' },
    async ({ page, backend }) => {
      await begin(page, backend);
      const late = await send(page, backend);
      await backend.advanceClock(5 * 60);
      await enter(page, backend, late);
      await expect(page.getByText('This code has expired. Request a new one.')).toBeVisible();

      await begin(page, backend);
      const right = await send(page, backend);
      const wrong = (by: number): string => String((Number(right) + by) % 10 ** 6).padStart(6, '0');
      for (const [index, tries] of ['4 tries', '3 tries', '2 tries', '1 try'].slice(isContinued ? 1 : 0).entries()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await enter(page, backend, wrong(index + 1));
        // oxlint-disable-next-line no-await-in-loop
        await expect(page.getByText(new RegExp(`Incorrect Verification code.*${tries}`))).toBeVisible();
      }
      await enter(page, backend, wrong(5));
      await expect(page.getByRole('alert').filter({ hasText: 'Too many incorrect codes' })).toBeVisible();
      await expect(page.getByText('Start again', { exact: true })).toBeVisible();

      await begin(page, backend);
      const tooLate = await send(page, backend);
      const pass = (): Promise<void> => backend.advanceClock(15 * 60);
      if (!rest) await pass();
      await page.getByLabel('Verification code').fill(tooLate);
      await rest?.(page, backend, pass);
      await expect(page.getByRole('alert').filter({ hasText: 'start again' })).toBeVisible();
      await page.getByText('Start again', { exact: true }).click();
    },
  );
}
