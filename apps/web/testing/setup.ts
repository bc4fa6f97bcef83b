import '@wusd/ui-kit/tokens.css';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { configuration, session } from '../src/shared/api/client.ts';
import { connection } from '../src/shared/api/connection.ts';
import { invalidation } from '../src/shared/api/invalidation.ts';
import { dismissToast, toasts } from '../src/shared/feedback/toasts.ts';
import { language } from '../src/shared/i18n/preferences.ts';
import { exampleOf } from './contract.ts';
import { server } from './server.ts';

// Test files share one page, so each test resets the app to the state of a new visitor.

beforeAll(() => server.listen());
beforeEach(async () => {
  await page.viewport(1280, 900);
  configuration.set(exampleOf('getConfig'));
});
afterEach(async () => {
  await cleanup();
  server.reset();
  session.clear();
  invalidation.publish('session-ended');
  connection.set('online');
  language.set('en_US');
  for (const { id } of toasts.get()) dismissToast(id);
});
