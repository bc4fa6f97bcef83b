import { setupWorker } from 'msw/browser';
import { http, type HttpHandler, HttpResponse } from 'msw/http';

// A call that a test does not expect fails as if there was no connection. Modules in folders named `api` are no calls.
const worker = setupWorker(http.all(`${location.origin}/api/*`, () => HttpResponse.error()));
let starting: Promise<unknown> | undefined;

/** The server that components call. */
export const server = {
  /** Starts to answer, once for all tests of the page. */
  async listen(): Promise<void> {
    starting ??= worker.start({ onUnhandledFrame: 'bypass', quiet: true });
    await starting;
  },
  /** Answers calls until the test ends. */
  answer: (...handlers: HttpHandler[]): void => worker.use(...handlers),
  reset: (): void => worker.resetHandlers(),
};
