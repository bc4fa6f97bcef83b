import { readFile } from 'node:fs/promises';
import { demo, expect, expectAccessible, logIn, signIn, test } from '../support/journey.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const file = (name: string, buffer: Buffer = png) => ({ name, mimeType: 'application/octet-stream', buffer });
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
/**
 * The harmless test file that every scanner reports (eicar.org), in two halves so that scanners ignore this source
 * file.
 */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));
const scripted = Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.beep) >> >>\nendobj\n%%EOF');

test(
  'a customer sends feedback with files, and downloads them as support receives them',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'Feedback' }).click();
    await expect(page.getByText('We answer to m')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Your message is required')).toBeVisible();
    await expect(page.getByLabel('Your message')).toBeFocused();
    await page.getByLabel('Your message').fill('x'.repeat(4003));
    await expect(page.getByText('At most 4,000 characters. Shorten it by 3.')).toBeVisible();
    await page.getByLabel('Your message').fill('The fee line is clear now.');

    const picker = page.getByLabel(/Choose files/);
    await picker.setInputFiles([file('video.mp4'), file('nothing.pdf', Buffer.alloc(0)), file('third.png')]);
    await expect(page.getByText('Not a JPG, PNG, or PDF file. Choose another.')).toBeVisible();
    await expect(page.getByText('Empty, or larger than 5 MB. Choose another.')).toBeVisible();
    await expect(page.getByText('Only 2 files can be attached; the rest was left out.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove video.mp4' }).click();
    await page.getByRole('button', { name: 'Remove nothing.pdf' }).click();
    await expect(picker).toBeFocused();

    // Errors that only the server detects are shown beside the file.
    await picker.setInputFiles([file('broken.png', png.subarray(0, 20)), file('terms.pdf', pdf)]);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('This file can not be read, or has too many pixels.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove broken.png' })).toHaveAccessibleDescription(
      /can not be read/,
    );
    await page.getByRole('button', { name: 'Remove broken.png' }).click();
    await picker.setInputFiles([file('infected.pdf', Buffer.concat([pdf, eicar]))]);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Our virus scanner found malware in this file.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove infected.pdf' }).click();
    await picker.setInputFiles([file('scripted.pdf', scripted)]);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('This PDF is encrypted, or contains scripts or attached files.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove scripted.pdf' }).click();
    await picker.setInputFiles([file('screen.png')]);
    await page.getByRole('button', { name: 'Send' }).click();

    await expect(page).toHaveURL(/\/result\/feedback-success$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you, we have it' })).toBeVisible();
    const reference = /FB-\d{8}-\w{4}/.exec(await page.getByRole('main').innerText())?.[0] ?? '';
    await expect(page.getByText(/We answer by email to m/)).toBeVisible();
    await expect(page.getByText(/write to support@.* and quote the reference/)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the reference' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Attachment 1 as we keep it' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${reference}-1.pdf`);
    expect(await readFile(await download.path())).toEqual(pdf);

    await page.getByRole('link', { name: 'Send another' }).click();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await page.goto('/result/feedback-success');
    await expect(page.getByText('Your message has arrived. We answer by email.')).toBeVisible();
  },
);

test(
  'feedback drafts of a customer are hidden from the next user after the log-out',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    const open = async (): Promise<void> => {
      await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
      await page.getByRole('link', { name: 'Feedback' }).click();
    };
    await open();
    await page.getByLabel('Your message').fill('My salary was late.');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goBack();
    await expect(page.getByLabel('Your message')).toHaveValue('');
    await expect(page.getByLabel('Email')).toHaveValue('');

    // The owner of the draft sees it again.
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    // The previous page also has a field for an email.
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await logIn(page, backend);
    await open();
    await expect(page.getByLabel('Your message')).toHaveValue('My salary was late.');
  },
);

test(
  'a visitor enters a reply address, and the draft survives a rejection and a lost connection',
  { tag: '@long' },
  async ({ page, context, backend }) => {
    await page.goto('/feedback');
    await page.getByLabel('Your message').fill('I can not log in.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Where we answer')).toBeVisible();
    await page.getByLabel('Email').fill('visitor@example.com');
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Your message')).toHaveValue('I can not log in.');

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Request failed')).toBeVisible();
    await context.setOffline(false);
    for (let each = 0; each < 20; each += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.request.post('/api/feedback', { multipart: { text: 'Too much', email: demo.mei.email } });
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Too many requests.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('visitor@example.com');
    await backend.advanceClock(60 * 60);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(/We answer by email to v.*@example.com/)).toBeVisible();
    await expect(page.getByRole('button', { name: /Attachment/ })).toHaveCount(0);
  },
);
