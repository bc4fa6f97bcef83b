// Renders every mail in every language, theme and width into a temporary folder, as a picture, HTML and text.
//
// `pnpm --filter @wusd/e2e run mails depositHeld code th_TH dark 320` renders these only. Unspecified dimensions are
// complete.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from '@playwright/test';
import { mailIds, mailValuesOf, toHtmlMail, renderEmail } from '@wusd/api/testing/mails';
import { chromium } from '@wusd/browser';
import { languages } from '@wusd/i18n';

const asked = new Set(process.argv.slice(2));
/** The requested values, or all. */
function narrowed<T extends string>(all: readonly T[]): readonly T[] {
  const some = all.filter((each) => asked.has(each));
  return some.length > 0 ? some : all;
}
const names = narrowed(mailIds.map((id) => id.replace('message.', '')));
const widths = narrowed(['320', '600']);
const themes = narrowed(['light', 'dark'] as const);
const out = mkdtempSync(join(tmpdir(), 'wusd-mails-'));

const browser = await playwright.launch(await chromium());
const page = await browser.newPage();
for (const language of narrowed(languages))
  for (const name of names) {
    const id = `message.${name}`;
    const { text, content } = renderEmail({ language, antiPhishingCode: 'Merlion88' }, id, mailValuesOf(id, language));
    const file = join(out, `${name}.${language}`);
    writeFileSync(`${file}.html`, toHtmlMail(content));
    writeFileSync(`${file}.txt`, text);
    await page.setContent(toHtmlMail(content));
    for (const width of widths)
      for (const colorScheme of themes) {
        await page.setViewportSize({ width: Number(width), height: 600 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${file}.${width}.${colorScheme}.png`, fullPage: true });
      }
  }
await browser.close();
console.log(out);
