import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '@wusd/browser';
import { bundled } from '../scripts/bundled.ts';
import { median, table } from './table.ts';

/** The functions that `rows/client.ts` adds to the page. */
interface Client {
  prepare(): void;
  round(number: number): Record<'ours' | 'plain', Record<string, number>>;
}

const rounds = 25;
const throttle = 4;

/** Four hundred rows of the kit beside the same elements with plain class names, on a processor slowed down fourfold. */
export async function rows(): Promise<void> {
  const code = await bundled(readFileSync(join(import.meta.dirname, 'rows/client.ts'), 'utf8'), import.meta.dirname);
  const css = readFileSync(join(import.meta.dirname, '../packages/ui-kit/dist/tokens.css'), 'utf8');
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.setContent(`<style>${css}</style><main></main><script type="module">${code}</script>`);
    await page.waitForFunction(() => 'round' in globalThis);
    await page.evaluate(() => (globalThis as unknown as Client).prepare());
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const measured: ReturnType<Client['round']>[] = [];
    // The first ones are the compiler's.
    for (let round = 0; round < rounds + 5; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- interleaved, so that other load on the machine affects both equally
      const times = await page.evaluate((number) => (globalThis as unknown as Client).round(number), round);
      if (round >= 5) measured.push(times);
    }
    table(
      ['400 rows', 'ms of ours', 'ms of plain CSS', 'ratio'],
      ['mount', 're-render', 'theme switch'].map((what) => {
        const [ours, plain] = [
          median(measured.map((each) => each.ours[what] ?? 0)),
          median(measured.map((each) => each.plain[what] ?? 0)),
        ];
        return [what, ours.toFixed(1), plain.toFixed(1), (ours / plain).toFixed(2)];
      }),
    );
  } finally {
    await browser.close();
  }
}
