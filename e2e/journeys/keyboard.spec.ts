import type { Page } from '@playwright/test';
import { available, demo, expect, openHome, test } from '../support/journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Presses Tab until the focused element has this name and a visible focus. */
async function reach(page: Page, role: 'link' | 'button' | 'textbox' | 'radio', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name });
  await wanted.first().waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after another
    await page.keyboard.press('Tab');
    // oxlint-disable-next-line no-await-in-loop
    const found = await wanted.evaluateAll((all) =>
      all.some((each) => each === document.activeElement && each.matches(':focus-visible')),
    );
    if (found) return;
  }
  throw new Error(`The tabulator does not lead to ${String(name)}`);
}
/** Animations and transitions that take noticeable time. */
const moving = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('*'))
      .filter((each) => {
        const { transitionDuration, animationDuration } = getComputedStyle(each);
        return `${transitionDuration}, ${animationDuration}`
          .split(', ')
          .some((time) => Number.parseFloat(time) > 0.001);
      })
      .map((each) => each.outerHTML.slice(0, 80)),
  );

test('a keyboard user signs in and swaps with visible focus, and nothing moves with reduced motion', async ({
  page,
  backend,
}) => {
  await openHome(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await reach(page, 'link', 'Login');
  await page.keyboard.press('Enter');
  await reach(page, 'textbox', 'Email');
  await page.keyboard.type(demo.mei.email);
  await reach(page, 'textbox', 'Password');
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await reach(page, 'radio', /phone|SMS|authenticator|Email/i);
  // The authenticator app is the first option, then SMS.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Email/ })).toBeChecked();
  await reach(page, 'button', 'Send code');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(await backend.code(demo.mei.email));
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');
  expect(await moving(page)).toEqual([]);

  await reach(page, 'link', 'Swap');
  await page.keyboard.press('Enter');
  await reach(page, 'textbox', 'You send');
  await page.keyboard.type('150');
  await reach(page, 'button', 'Review swap');
  await page.keyboard.press('Enter');
  await reach(page, 'button', /Confirm/);
  expect(await moving(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/security-verification/remit');
  await reach(page, 'textbox', 'Verification code');
  await page.keyboard.type(await backend.authenticatorCode());
  await expect(page.getByRole('heading', { name: 'Swap complete' })).toBeVisible();
  await reach(page, 'link', 'See your orders');
  await page.keyboard.press('Enter');
  await reach(page, 'button', /for 150.00 WUSD.*Completed/);
});
