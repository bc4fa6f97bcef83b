import type { Page, Request } from '@playwright/test';

export interface Load {
  /**
   * Number of requested files. API requests are excluded, because they depend on the time at which the stream opens.
   */
  requests: number;
  /** Transferred bytes of JavaScript, compressed. */
  javascript: number;
}

/** Measures the page's requests from now on. */
export function measureLoads(page: Page): { read: () => Promise<Load> } {
  const scripts: Promise<number>[] = [];
  let requests = 0;
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) requests += 1;
  });
  const onFinished = (request: Request): void => {
    if (!new URL(request.url()).pathname.endsWith('.js')) return;
    // The length according to the server, even if the browser had the file cached.
    scripts.push(lengthOf(request));
  };
  page.on('requestfinished', onFinished);
  return {
    async read() {
      // Later requests are ignored: the page may be closed before they can be read.
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
