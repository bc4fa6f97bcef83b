import type { Page } from '@playwright/test';
import { chooseCountry } from '../support/countries.ts';
import { inDrawer } from '../support/drawer.ts';
import { demo, expect, expectAccessible, signIn, signInByForm, test } from '../support/journey.ts';

const pdf = (name: string) => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%${name}\n%%EOF`),
});
/** Chooses a file for the document with this name, like the file picker. */
const upload = async (page: Page, document: string, content = document): Promise<void> => {
  const row = page.getByRole('listitem', { name: document, exact: true });
  await row.locator('input[type=file]').last().setInputFiles(pdf(content));
  await expect(row.getByText('Uploaded', { exact: true })).toBeVisible();
};
const decide = (page: Page, button: 'Approve' | 'Reject'): Promise<void> =>
  inDrawer(page, (open) =>
    open.getByRole('region', { name: 'Documents' }).getByRole('button', { name: button, exact: true }).click(),
  );

test(
  'an individual uploads documents, replaces a rejected one, and is verified',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    await signIn(page, backend, demo.somchai.email);
    await page.goto('/account-info');
    await expect(page.getByText('Your turn: upload what is still needed.')).toBeVisible();
    await expect(page.getByText('3 documents are still needed')).toBeVisible();
    await expectAccessible(page);
    const front = 'Front of your identity card or driving licence';
    // An HTML page with an image extension is rejected by name, and the row does not change.
    const row = page.getByRole('listitem', { name: front, exact: true });
    await row
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: Buffer.from('<script>') });
    await expect(row.getByText(/Not a JPG, PNG,? or PDF file/)).toBeVisible();
    await upload(page, front);
    await page.getByRole('button', { name: `Remove ${front}` }).click();
    await expect(row.getByText('Needed', { exact: true })).toBeVisible();
    await upload(page, front);
    await upload(page, 'Back of your identity card or driving licence');
    await upload(page, 'Proof of home address, not older than three months');
    await expect(page.getByText('Submit it for checking.')).toBeVisible();
    await page.getByRole('button', { name: 'Submit for checking' }).click();
    await expect(page.getByText('We are checking. It usually takes up to 2 business days')).toBeVisible();

    const [document] = await backend
      .operator('show-verification', demo.somchai.email)
      .then((text) => /vdc_\w+/.exec(text) ?? []);
    await backend.operator('reject', document ?? '', '--reason', 'document-incomplete');
    await expect(row.getByText('A part is missing.')).toBeVisible();
    await expect(page.getByText('Your turn: correct what we could not accept.')).toBeVisible();
    await upload(page, front, 'the whole card');
    await page.getByRole('button', { name: 'Submit for checking' }).click();
    await decide(page, 'Approve');
    await expect(page.getByText('Accepted', { exact: true })).toHaveCount(3);
    await backend.operator('verify', demo.somchai.email);
    await expect(page.getByText('Accepted', { exact: true })).toHaveCount(0);
  },
);

test(
  'a company adds a director and an owner with their documents, and corrects a rejected one',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    await signInByForm(page, backend, demo.harbour.email);
    await expect(page.getByText('Nobody is added yet.')).toBeVisible();
    await expect(page.getByText('Add at least one director.')).toBeVisible();
    await expect(page.getByText('Add the owners, or confirm')).toBeVisible();
    await page.getByLabel('Nobody owns 25% or more of the company').check();
    await expect(page.getByText('Add the owners, or confirm')).toHaveCount(0);

    const add = async (name: string, role: string, share?: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add a person' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a director or owner' });
      await dialog.getByLabel('Full name').fill(name);
      await dialog.getByLabel('Role in the company').selectOption(role);
      if (share !== undefined) await dialog.getByLabel('Share in percent').fill(share);
      await dialog.getByLabel('Date of birth').fill('1984-02-29');
      await chooseCountry(page, 'Country of residence', 'Singapore');
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await add('Mei Tan', 'Director');
    await expect(page.getByRole('heading', { name: 'Mei Tan' })).toBeVisible();
    await add('陈美', 'Owner of 25% or more', '100');
    await expect(page.getByText('Owner of 100%')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit Mei Tan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Mei Tan' });
    await dialog.getByLabel('Role in the company').selectOption('Director and owner');
    await dialog.getByLabel('Share in percent').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('From 25 to 100, with at most 4 decimals').first()).toBeVisible();
    await dialog.getByLabel('Share in percent').fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('All shares together are above 100%')).toBeVisible();
    await dialog.getByLabel('Role in the company').selectOption('Director');
    await dialog.getByLabel('Full name').fill('Mei Ling Tan');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Mei Ling Tan' })).toBeVisible();
    await add('Lee Wei', 'Director');
    await page.getByRole('button', { name: 'Remove Lee Wei' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Remove Lee Wei?' });
    await expect(confirmation.getByText('Their documents are deleted too.')).toBeVisible();
    await confirmation.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Lee Wei' })).toHaveCount(0);

    const company = page.getByRole('list', { name: 'Documents we need' });
    for (const document of await company.locator('strong').allTextContents()) await upload(page, document);
    for (const name of ['Mei Ling Tan', '陈美']) {
      const list = page.getByRole('list', { name: `Documents of ${name}` });
      for (const input of await list.locator('input[type=file]').all()) {
        await input.setInputFiles(pdf(name));
      }
      await expect(list.getByText('Uploaded', { exact: true })).toHaveCount(2);
    }
    await page.getByRole('button', { name: 'Submit for checking' }).click();
    await decide(page, 'Reject');
    await expect(page.getByText('Your turn: correct what we could not accept.')).toBeVisible();
  },
);
