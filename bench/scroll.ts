import { join } from 'node:path';
import { chromium as playwright, type Page } from '@playwright/test';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { loadHistoryOf } from '@wusd/api/testing/history-load';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { signIn } from './sign-in.ts';
import { median, table } from './table.ts';

const entries = Number(process.env['SCROLL_ENTRIES'] ?? 100_000);
/** Slowdown of the processor to that of a mid-range phone. */
const throttle = 4;
/** Scroll speed of a flick: six thousand pixels a second. */
const flick = { pixels: 100, frames: 1500 };
/** On the way to the end, where it is the memory that is looked at: forty rows a frame. */
const leap = { pixels: 2920, frames: 100 };

/** A history is scrolled to its end with a slowed-down processor, beside a page of the same height that has nothing in it. */
export async function scroll(): Promise<void> {
  const postgres = await startTestPostgres(join(import.meta.dirname, '../.data/test-postgres'));
  const databaseUrl = await createTestDatabase(postgres.url);
  const server = await startServerProcess({ databaseUrl, isWithWeb: true });
  const browser = await playwright.launch(await chromium());
  try {
    await loadHistoryOf(databaseUrl, 'mei@demo.example', entries);
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 375, height: 812 } });
    await signIn(context, server.url);
    const page = await context.newPage();
    await page.goto('/wallet-history');
    await page.getByRole('listitem').first().waitFor();
    await slowDown(page);
    const ours = await scrollOn(page, flick);

    const empty = await context.newPage();
    await empty.setContent(`<div style="height: ${entries * 73}px"></div>`);
    await slowDown(empty);
    const floor = await scrollOn(empty, flick);

    const row = (name: string, { frames, rows }: Stretch) => [
      name,
      median(frames).toFixed(1),
      (frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0).toFixed(1),
      `${((frames.filter((frame) => frame > 50).length / frames.length) * 100).toFixed(1)} %`,
      rows,
    ];
    table(
      [`${flick.pixels} pixels a frame`, 'ms a frame', '95 %', 'above 50 ms', 'rows in the page'],
      [row(`${entries.toLocaleString('en-US')} entries`, ours), row('nothing, as high', floor)],
    );
    console.log(`  frames: ${(median(ours.frames) / median(floor.frames)).toFixed(2)} of the floor\n`);
    await memory(page);
  } finally {
    await browser.close();
    await server.stop();
    await postgres.stop();
  }
}

const slowDown = async (page: Page): Promise<void> =>
  void (await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: throttle }));

/** Goes on to the end, and tells the heap on the way, without what is garbage. */
async function memory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const heap: { seen: number; megabytes: number }[] = [];
  for (let isOver = false; !isOver;) {
    // oxlint-disable-next-line no-await-in-loop -- one stretch after the other
    const stretch = await scrollOn(page, leap);
    ({ isOver } = stretch);
    // oxlint-disable-next-line no-await-in-loop
    await session.send('HeapProfiler.collectGarbage');
    // oxlint-disable-next-line no-await-in-loop
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    heap.push({ seen: stretch.seen, megabytes: usedSize / 1e6 });
  }
  const last = heap.at(-1)?.seen ?? 0;
  if (last < entries) throw new Error(`It stopped at ${last}: ${(await page.locator('main').innerText()).slice(-200)}`);
  const tenths = Array.from({ length: 10 }, (_, tenth) => heap.find(({ seen }) => seen >= (last * (tenth + 1)) / 10));
  const [first] = tenths;
  table(
    ['to the end', 'MB of heap', 'of the first'],
    tenths.flatMap((each) =>
      each && first
        ? [[each.seen, each.megabytes.toFixed(1), (each.megabytes / first.megabytes).toFixed(2)] as (string | number)[]]
        : [],
    ),
  );
}

interface Stretch {
  /** Milliseconds between frames. */
  frames: number[];
  /** The most that were in the page. */
  rows: number;
  /** Number of the last entry that was in it. */
  seen: number;
  isOver: boolean;
}

const scrollOn = (page: Page, how: { pixels: number; frames: number }): Promise<Stretch> =>
  page.evaluate(scrollInPage, how);

/** In the page: so many frames, each further down by so much, but for those in which what comes next was not there yet. */
async function scrollInPage({ pixels, frames: count }: { pixels: number; frames: number }): Promise<Stretch> {
  const frames: number[] = [];
  const next = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const last = (): Element | undefined => [...document.querySelectorAll('main li')].at(-1);
  const isAtEnd = (): boolean => last()?.getAttribute('aria-posinset') === last()?.getAttribute('aria-setsize');
  let before = await next();
  let rows = 0;
  let waits = 0;
  // Ten seconds without moving is a page that hangs, or an empty one that is over.
  while (frames.length < count && waits < 600 && !(isAtEnd() && waits > 1)) {
    const top = scrollY;
    scrollBy(0, pixels);
    // oxlint-disable-next-line no-await-in-loop -- that is what a frame is
    const now = await next();
    if (scrollY === top) waits += 1;
    else {
      frames.push(now - before);
      waits = 0;
    }
    before = now;
    rows = Math.max(rows, document.querySelectorAll('main li').length);
  }
  const seen = Number(last()?.getAttribute('aria-posinset') ?? 0);
  return { frames, rows, seen, isOver: waits > 0 };
}
