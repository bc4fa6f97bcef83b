import { chromium as playwright, expect as playwrightExpect, type Page } from '@playwright/test';
import { chromium } from '@wusd/browser';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { addAuthenticator, type Authenticator } from '../../e2e/support/authenticator.ts';
import { mei, startSandbox } from './sandbox.ts';

const expectPage = playwrightExpect.configure({ timeout: 30_000 });

let browser: Awaited<ReturnType<typeof playwright.launch>>;
let page: Page;
let device: Authenticator;
let uncaught: string[];
beforeAll(async () => {
  browser = await playwright.launch(await chromium());
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await browser.newPage();
  uncaught = [];
  page.on('pageerror', (error) => uncaught.push(error.message));
  device = await addAuthenticator(page);
});

async function signInWithPasskey(pageUrl: string, baseUrl: string): Promise<void> {
  await page.goto(pageUrl);
  await page.getByLabel('API address').fill(baseUrl);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

async function addPasskey(): Promise<void> {
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
}

test('the page adds a passkey, signs in with it, and reports errors', async () => {
  const pageUrl = inject('passkeyPageUrl');
  await using sandbox = await startSandbox();
  await using otherWallet = await startSandbox();
  const problem = page.getByRole('alert');

  await signInWithPasskey(pageUrl, sandbox.baseUrl);
  await expectPage(problem).toContainText('No passkey was used');

  await page.getByLabel('E-mail').fill(mei.username);
  await page.getByLabel('Password').fill(mei.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const usedCode = await sandbox.code();
  await page.getByLabel('Code of your authenticator app').fill(usedCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await device.setUserVerified(false);
  await addPasskey();
  await expectPage(problem).toContainText('No passkey was created');
  await device.setUserVerified(true);
  await addPasskey();
  await expectPage(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await page.getByLabel('Code that we emailed you').fill(await sandbox.emailCode());
  // Authenticator codes change every 30 seconds of real time, independent of the sandbox's clock.
  await expect.poll(() => sandbox.code(), { timeout: 40_000, interval: 500 }).not.toBe(usedCode);
  await page.getByLabel('Next authenticator code').fill(await sandbox.code());
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectPage(page.getByRole('status')).toContainText('The passkey was added');
  await addPasskey();
  await expectPage(problem).toContainText('already has a passkey');

  await device.setPresent(false);
  await signInWithPasskey(pageUrl, sandbox.baseUrl);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectPage(problem).toContainText('Another passkey prompt is open');
  await device.setPresent(true);
  await signInWithPasskey(pageUrl, otherWallet.baseUrl);
  await expectPage(problem).toContainText('did not accept this passkey');
  await device.setUserVerified(false);
  await signInWithPasskey(pageUrl, sandbox.baseUrl);
  await expectPage(problem).toContainText('No passkey was used');
  await device.setUserVerified(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectPage(page.getByRole('row', { name: 'USD 18250.00' })).toBeVisible();
  await expectPage(problem).toBeEmpty();
  expect(uncaught).toEqual([]);
});

test('the page reports that passkeys are unavailable', async () => {
  await using sandbox = await startSandbox();
  await signInWithPasskey(inject('pageUrl'), sandbox.baseUrl);
  await expectPage(page.getByRole('alert')).toContainText('the address of this page, cannot use passkeys');

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await signInWithPasskey(inject('passkeyPageUrl'), sandbox.baseUrl);
  await expectPage(page.getByRole('alert')).toContainText('the address of this page, cannot use passkeys');
  expect(uncaught).toEqual([]);
});
