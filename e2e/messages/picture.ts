import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { bcp47, defaultLanguage, type Language, languages, languageStorageKey } from '@wusd/i18n';
import { settled } from '../support/settled.ts';
import { hear, locate, markChanges, type Spoken, substitute, switchTo, textsOf } from './in-page.ts';
import { errorsIn, sayAgain } from './say-again.ts';

/** Position of a message in a picture, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** One state of a journey in every language, in the files `<name>-<language>.jpg`. */
export interface Picture {
  name: string;
  path: string;
  /** Size of the page, in pixels. */
  width: number;
  shows: Record<Language, Record<string, Box>>;
  /** Messages that the page does not format again. Their text was replaced for the picture. */
  saidAgain: string[];
}

/** Number of attempts per message in this process, so that an invisible message is not searched for each time. */
const attempts = new Map<string, number>();
const enough = 3;

/**
 * Takes pictures of a context’s pages in all languages whenever a message without a picture is visible. The journey
 * waits meanwhile: a change sets a flag in the page, and the next action of the journey checks the flag first.
 *
 * @returns a function that takes the last pictures
 */
export async function picturesInto(folder: string, context: BrowserContext): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const speaking = new Map<Page, string>();

  async function look(page: Page): Promise<void> {
    try {
      const { language, said, standing, width } = await page.evaluate(hear);
      const texts = await page.evaluate(textsOf);
      const wanted = [...standing, ...errorsIn(texts)].filter((id) => (attempts.get(id) ?? 0) < enough);
      if (wanted.length === 0) return;
      for (const id of wanted) attempts.set(id, (attempts.get(id) ?? 0) + 1);
      speaking.set(page, language);
      await atRest(page);
      await take(folder, page, { language, said, width });
    } catch {
      // A page that navigated meanwhile is photographed at its next message.
    } finally {
      speaking.delete(page);
    }
  }
  context.on('page', (page) => {
    void page.addLocatorHandler(page.locator('#has-changed'), () => look(page), { noWaitAfter: true });
  });
  await context.addInitScript(markChanges);
  // Requests during a switch use the language of the page.
  await context.route('**/api/**', async (route, request) => {
    const language = speaking.get(request.frame().page());
    if (language === undefined) return route.fallback();
    return route.continue({ headers: { ...request.headers(), 'accept-language': language } });
  });
  return async () => {
    for (const page of context.pages()) await look(page);
  };
}

/** Permanently missing content is a valid state too. */
const atRest = (page: Page): Promise<void> => settled(page, 1_500).catch(() => {});

const spoken = (language: Language): Spoken => ({ language, key: languageStorageKey, tag: bcp47(language) });

async function take(
  folder: string,
  page: Page,
  { language: before, said, width }: { language: string; said: Record<string, string>; width: number },
): Promise<void> {
  const current = languages.find((each) => bcp47(each) === before) ?? defaultLanguage;
  const picture: Picture = {
    name: randomUUID(),
    path: new URL(page.url()).pathname,
    width,
    shows: Object.fromEntries(languages.map((language) => [language, {}])) as Picture['shows'],
    saidAgain: [],
  };
  try {
    // The current language is last, because the page formats no message again when it is already active.
    for (const language of [...languages.filter((each) => each !== current), current]) {
      const { boxes, again } = await takeIn(language, page, join(folder, `${picture.name}-${language}.jpg`), {
        ...(current === defaultLanguage && { earlier: said }),
      });
      picture.shows[language] = boxes;
      picture.saidAgain = [...new Set([...picture.saidAgain, ...again])];
    }
  } catch (error) {
    await page.evaluate(switchTo, spoken(current));
    throw error;
  }
  writeFileSync(join(folder, `${picture.name}.json`), JSON.stringify(picture));
  for (const id of Object.keys(picture.shows.en_US))
    if (languages.every((language) => id in picture.shows[language])) attempts.set(id, enough);
}

/** @param earlier messages formatted earlier in English; visible ones are replaced in this language */
async function takeIn(
  language: Language,
  page: Page,
  path: string,
  { earlier }: { earlier?: Record<string, string> },
): Promise<{ boxes: Record<string, Box>; again: string[] }> {
  const shown = await page.evaluate(switchTo, spoken(language));
  await atRest(page);
  const again = earlier ? sayAgain(language, await page.evaluate(textsOf), earlier, shown) : [];
  const restore = await page.evaluateHandle(substitute, again);
  try {
    const boxes = await page.evaluate(locate, {
      ...shown,
      ...Object.fromEntries(again.map(({ id, text }) => [id, text])),
    });
    await page.screenshot({ path, type: 'jpeg', quality: 70, fullPage: true, animations: 'disabled', timeout: 10_000 });
    return { boxes, again: again.map(({ id }) => id) };
  } finally {
    await restore.evaluate((undo) => undo());
  }
}
