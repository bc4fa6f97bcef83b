interface EarlyAnswer {
  body: string | undefined;
  answer: Promise<Response>;
  /** When it was asked for, in milliseconds since 1970. */
  at: number;
}

/** A rate is as old before it is fetched anew, and a page that was opened in the background may wait for hours. */
const maxAgeMs = 10_000;

/**
 * `fetch`, but for what `boot.js` asked while the scripts were still loading: that answer is taken, once, whatever it is. What it did
 * not ask, what is too old, and every later call goes to the server.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const { earlyAnswers = {} } = globalThis as { earlyAnswers?: Partial<Record<string, EarlyAnswer>> };
  const url = input instanceof Request ? input.url : input.toString();
  const early = earlyAnswers[url];
  if (early?.body !== (init?.body ?? undefined)) return fetch(input, init);
  delete earlyAnswers[url];
  return early && Date.now() - early.at <= maxAgeMs ? early.answer : fetch(input, init);
};
