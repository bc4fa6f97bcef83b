import { loadCustomerMenus } from '@wusd/web/features/header/Header.tsx';
import { ProductDetails } from '@wusd/web/features/product-page/ProductPage.tsx';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { loadAuth } from '@wusd/web/shared/session/auth.ts';
import { cookieAgreement } from '@wusd/web/shared/i18n/preferences.ts';
import { dismissToast, toasts } from '@wusd/web/shared/feedback/toasts.ts';
import { connection } from '@wusd/web/shared/api/connection.ts';
import { configuration } from '@wusd/web/shared/api/client.ts';
import { endAlert, ensureSession, watchSession } from '@wusd/web/shared/session/session.ts';
import { invalidation } from '@wusd/web/shared/api/invalidation.ts';
import { setupWorker } from 'msw/browser';
import { type Answers, answering, answerWithheld, violations } from '../../answers/contract.ts';
import { lina, recordedAt } from '../../answers/lina.ts';

/** Parameters of a screen story. */
export interface ScreenParameters {
  /** Responses that differ from those of the customer with one year of history. */
  answers?: Answers;
  /** @default true */
  isSignedIn?: boolean;
  /** Whether the story shows a crash. */
  isBroken?: boolean;
  /** @default false */
  isWithoutConnection?: boolean;
}

const worker = setupWorker();
let starting: Promise<unknown> | undefined;

async function start(): Promise<void> {
  starting ??= worker.start({
    // Relative to this page, at any base URL.
    serviceWorker: { url: new URL('mockServiceWorker.js', location.href).pathname },
    onUnhandledFrame: 'bypass',
    quiet: true,
  });
  await starting;
}
const broken: string[] = [];
// oxlint-disable no-console -- a screen's failure is told there, and nowhere else
const logged = console.error;
console.error = (...what: unknown[]) => {
  const error = what.find((each) => each instanceof Error);
  if (error) broken.push(`Broke: ${error.message}`);
  logged(...what);
};
// oxlint-enable no-console
watchSession(
  () => {},
  () => '/',
);

/** Sets the customer and the responses, and clears all state of the previous story. */
export async function prepare({ parameters }: { parameters: ScreenParameters }): Promise<void> {
  const { answers = {}, isSignedIn = true, isWithoutConnection = false } = parameters;
  takeFaults({});
  connection.set(isWithoutConnection ? 'offline' : 'online');
  await start();
  answerWithheld();
  // Loaded in advance, because the pictures include these parts.
  await Promise.all([loadCustomerMenus(), ProductDetails.preload?.()]);
  worker.resetHandlers(...answering({ ...lina, ...answers }, recordedAt));
  await (await loadAuth()).end('logout');
  invalidation.publish('session-ended');
  endAlert.set(undefined);
  for (const { id } of toasts.get()) dismissToast(id);
  configuration.set(undefined);
  cookieAgreement.set('agreed');
  sessionStorage.clear();
  if (!isSignedIn) return;
  await createEncryptedStore().swap({
    accessToken: 'wat_story',
    refreshToken: 'wrt_story',
    accessExpiresAt: Date.now() + 900_000,
    refreshExpiresAt: Date.now() + 43_200_000,
    generation: Math.floor(Math.random() * 2 ** 32),
  });
  await ensureSession().catch(() => {});
}

/** Returns contract violations since the last call, and crashes unless the story expects one. */
export function takeFaults({ isBroken = false }: ScreenParameters): string[] {
  const broke = broken.splice(0);
  return [...violations.splice(0), ...(isBroken ? [] : broke)];
}
