import type { Page, Request } from '@playwright/test';

export interface Load {
  /** Of files: what a page asks the server besides depends on when its stream opens. */
  requests: number;
  /** Bytes of JavaScript as they travelled, compressed. */
  javascript: number;
}

/** Counts what the page asks for from now on. */
export function measureLoads(page: Page): { read: () => Promise<Load> } {
  const scripts: Promise<number>[] = [];
  let requests = 0;
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) requests += 1;
  });
  const onFinished = (request: Request): void => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return;
    // The length that the server names, also where the browser had the file already.
    scripts.push(lengthOf(request));
  };
  page.on('requestfinished', onFinished);
  return {
    async read() {
      // What comes later is not waited for, and must not be asked of a page that is closed by then.
      page.off('requestfinished', onFinished);
      const sizes = await Promise.all(scripts);
      return { requests, javascript: sizes.reduce((sum, size) => sum + size, 0) };
    },
  };
}

async function lengthOf(request: Request): Promise<number> {
  const response = await request.response();
  return Number(await response?.headerValue('content-length'));
}
