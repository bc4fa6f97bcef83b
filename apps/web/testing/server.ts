import { setupWorker } from 'msw/browser';
import { http, type HttpHandler, HttpResponse } from 'msw/http';

// An unexpected call fails as if there was no connection. Only /api/ at the root: modules in folders named `api` are no
// calls.
const worker = setupWorker(http.all(`${location.origin}/api/*`, () => HttpResponse.error()));
let starting: Promise<unknown> | undefined;

/** Mock of the API server that components call. */
export const server = {
  /** Starts the mock once for all tests of the page. */
  async listen(): Promise<void> {
    starting ??= worker.start({ onUnhandledFrame: 'bypass', quiet: true });
    await starting;
  },
  /** Adds handlers until the test ends. */
  answer: (...handlers: HttpHandler[]): void => worker.use(...handlers),
  reset: (): void => worker.resetHandlers(),
};
