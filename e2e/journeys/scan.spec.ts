import { holdBeforeCamera } from '../support/camera.ts';
import { beginSession, expect, expectAccessible, test } from '../support/journey.ts';

const token = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const person = '0x52908400098527886E0F7030069857D2E4169EE7';

test.use({ viewport: { width: 375, height: 812 } });

test('an address and its network are read from a QR code, and the camera stops afterwards', async ({
  page,
  backend,
}) => {
  const hasEnded = await holdBeforeCamera(page, [
    'a word',
    'a word',
    `ethereum:${token}@137/transfer?address=${person}&uint256=1e6`,
  ]);
  await beginSession(page, backend);
  await page.goto('/blockchain?add');
  await page.getByLabel('Name', { exact: true }).fill('Cold storage');
  await page.getByRole('button', { name: 'Scan its QR code' }).click();
  await expect(page.getByText('This code holds no address')).toBeVisible();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(person);
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue('4');
  await expect(page.getByText('Read from the code.')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cold storage');
  await expect.poll(hasEnded).toBe(true);
});

for (const [name, text] of [
  ['NotAllowedError', 'The camera may not be used.'],
  ['NotFoundError', 'There is no camera to use here.'],
] as const)
  test(`a camera that fails with ${name} leaves the field for pasting`, { tag: '@long' }, async ({ page, backend }) => {
    await page.addInitScript((named) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', named));
    }, name);
    await beginSession(page, backend);
    await page.goto('/blockchain?add');
    await page.getByRole('button', { name: 'Scan its QR code' }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Scan its QR code' })).toBeFocused();
  });
