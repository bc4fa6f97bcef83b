interface EarlyAnswer {
  body: string | undefined;
  answer: Promise<Response>;
}

/**
 * `fetch`, but for what `boot.js` asked while the scripts were still loading: that answer is taken, once. What it did not ask, what
 * failed, and every later call goes to the server.
 */
export const fetchEarly: typeof fetch = async (input, init) => {
  const { earlyAnswers = {} } = globalThis as { earlyAnswers?: Partial<Record<string, EarlyAnswer>> };
  const url = input instanceof Request ? input.url : input.toString();
  const early = earlyAnswers[url];
  if (early && early.body === (init?.body ?? undefined)) {
    delete earlyAnswers[url];
    const response = await early.answer.catch(() => undefined);
    if (response?.ok) return response;
  }
  return fetch(input, init);
};
