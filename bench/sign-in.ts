import type { BrowserContext } from '@playwright/test';

/** The demo customer signs in, in a tab that is closed again. @param url of the server */
export async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill('mei@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('Demo-Wallet-2026!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Authenticator/ }).check();
  const answer = await fetch(`${url}/api/sandbox/mailbox`);
  const { result } = (await answer.json()) as { result: { authenticators: { code: string }[] } };
  await page.getByLabel('Verification code').fill(result.authenticators[0]?.code ?? '');
  await page.waitForURL('**/wallet');
  await page.close();
}
