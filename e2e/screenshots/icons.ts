// Draws the home screen icons from the logo: on white for unmasked icons, on the product's blue where a phone masks the
// icon.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '@wusd/browser';

const folder = join(import.meta.dirname, '../../apps/web/public');
const mark = readFileSync(join(folder, 'icon.svg'), 'utf8');
const blue = /fill="(#\w+)"/.exec(mark)?.[1] ?? '';

const icons = [
  { name: 'icon-192', size: 192, ground: '#fff', mark: blue, share: 0.7 },
  // Within the safe zone, a circle of 80% (W3C Web App Manifest).
  { name: 'icon-512', size: 512, ground: blue, mark: '#fff', share: 0.5 },
  { name: 'apple-touch-icon', size: 180, ground: blue, mark: '#fff', share: 0.56 },
];

const browser = await playwright.launch(await chromium());
try {
  for (const icon of icons) {
    // oxlint-disable-next-line no-await-in-loop -- three
    const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
    const drawn = mark.replace(blue, icon.mark).replace('<svg', `<svg width="${icon.size * icon.share}"`);
    // oxlint-disable-next-line no-await-in-loop
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${icon.ground}">${drawn}`,
    );
    // oxlint-disable-next-line no-await-in-loop
    await page.screenshot({ path: join(folder, `${icon.name}.png`) });
    // oxlint-disable-next-line no-await-in-loop
    await page.close();
  }
} finally {
  await browser.close();
}
