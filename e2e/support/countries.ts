import type { Page } from '@playwright/test';

/** Chooses the first country that a name or code finds. @param label label of the field */
export async function chooseCountry(page: Page, label: string, searched: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label, exact: true });
  await dialog.getByRole('searchbox').fill(searched);
  await dialog.getByRole('searchbox').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}
