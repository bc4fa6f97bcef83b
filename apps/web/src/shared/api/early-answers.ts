interface EarlyAnswer {
  body: string | undefined;
  answer: Promise<Response>;
  /** Time of the request, in milliseconds since the epoch. */
  at: number;
}

/** A rate is refetched at this age too. A page that was opened in the background may start hours later. */
const maxAgeMs = 10_000;

/**
 * `fetch` that returns a response which `boot.js` requested while the scripts were loading, once and even if it is an
 * error. Other requests, and those whose early response is too old, go to the server.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const { earlyAnswers = {} } = globalThis as { earlyAnswers?: Partial<Record<string, EarlyAnswer>> };
  const url = input instanceof Request ? input.url : input.toString();
  const early = earlyAnswers[url];
  if (early?.body !== (init?.body ?? undefined)) return fetch(input, init);
  delete earlyAnswers[url];
  return early && Date.now() - early.at <= maxAgeMs ? early.answer : fetch(input, init);
};
