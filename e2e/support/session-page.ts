import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Backend } from './journey.ts';

/** Globals of the session page: the session without the app, with an adjustable clock. */
export interface SessionPage {
  auth: {
    begin(credentials: Credentials): Promise<PendingSignIn>;
    signOut(): Promise<void>;
    refresh(): Promise<boolean>;
    getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
  };
  ended: string[];
  skew: number;
  pending: PendingSignIn;
}
interface Credentials {
  username: string;
  password: string;
}
interface PendingSignIn {
  challenge: { challengeId: string };
  complete(check: { checkType: number; code: string }): Promise<void>;
}
declare const window: SessionPage;

const html = `<!doctype html><title>A session</title><script type="module">
  import { createAuth } from '/auth-core/index.js';
  import { createEncryptedStore } from '/auth-core/store/index.js';
  window.skew = 0;
  window.ended = [];
  window.auth = createAuth({
    baseUrl: '/api',
    store: createEncryptedStore({ onUnavailable: 'memory' }),
    now: () => Date.now() + window.skew,
  });
  window.auth.subscribe((event) => event.type === 'ended' && window.ended.push(event.cause));
</script>`;

const dist = join(import.meta.dirname, '../../packages/auth-core/dist');
const served = new WeakSet<Page>();

/** Opens a page of the server's origin that contains only the session. */
export async function openSessionPage(page: Page, url: string): Promise<void> {
  if (!served.has(page)) {
    served.add(page);
    // Routes of a context do not apply to a page that is being created.
    await page.route('**/session-page', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('**/auth-core/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace('/auth-core/', '');
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(dist, path), 'utf8') });
    });
  }
  await page.goto(`${url}/session-page`);
  await page.waitForFunction(() => 'auth' in globalThis);
}

/** Signs in by e-mail code on an open session page. */
export async function signInOnSessionPage(
  page: Page,
  backend: Pick<Backend, 'code' | 'sendEmailOtp'>,
  credentials: Credentials,
): Promise<void> {
  const challengeId = await page.evaluate(async (given) => {
    window.pending = await window.auth.begin(given);
    return window.pending.challenge.challengeId;
  }, credentials);
  await backend.sendEmailOtp(challengeId);
  const code = await backend.code(credentials.username);
  await page.evaluate((sent) => window.pending.complete({ checkType: 2, code: sent }), code);
}
