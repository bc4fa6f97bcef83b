import { type CallError, type Operation, WalletError } from '../errors.js';

/** A result with the answer that brought it. */
export interface Raw<T> {
  result: T;
  /** Its status and headers; the body has been read. */
  response: Response;
}

/** A result, or why there is none. */
export type Outcome<T, Op extends Operation> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: CallError<Op> };

/** A call under way. Await it for its result. */
export interface Call<T, Op extends Operation> extends Promise<T> {
  /**
   * The outcome as a value, its errors typed by what this operation can answer. Rejects only by the caller's own abort, or by
   * what the caller's own middleware throws.
   *
   * @example
   * const outcome = await api.otc.submit(body, { intent, mfa }).safe();
   * if (!outcome.ok && outcome.error.name === 'ApiError' && outcome.error.errCode === '30002') askForNewRate();
   */
  safe(): Promise<Outcome<T, Op>>;
  /** The result together with its `Response`. */
  raw(): Promise<Raw<T>>;
}

/** Gives a pending answer the three forms of a {@link Call}. It is sent once, whichever of them are asked for. */
export function callOf<T, Op extends Operation>(raw: Promise<Raw<T>>): Call<T, Op> {
  const result = raw.then((answer) => answer.result);
  return Object.assign(result, {
    safe: () => outcomeOf<T, Op>(result),
    raw: () => {
      // Whoever looks at the raw form need not also watch this one.
      result.catch(() => {});
      return raw;
    },
  });
}

export function outcomeOf<T, Op extends Operation>(promise: PromiseLike<T>): Promise<Outcome<T, Op>> {
  return Promise.resolve(promise).then(
    (result) => ({ ok: true, result }),
    (error: unknown) => {
      if (error instanceof WalletError) return { ok: false, error: error as unknown as CallError<Op> };
      throw error;
    },
  );
}
