import { type CallError, type Operation, WalletError } from '../errors.js';

/** A result with its HTTP response. */
export interface Raw<T> {
  result: T;
  /** Only status and headers are useful: the body has been read. */
  response: Response;
}

/** A result or an error. */
export type Outcome<T, Op extends Operation> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly error: CallError<Op> };

/** A pending call. Await it for its result. */
export interface Call<T, Op extends Operation> extends Promise<T> {
  /**
   * The outcome as a value, with the errors of this operation typed. Rejects only if the caller aborts, or if the
   * caller's middleware throws.
   *
   * @example
   * const outcome = await api.otc.submit(body, { intent, mfa }).safe();
   * if (!outcome.ok && outcome.error.name === 'ApiError' && outcome.error.errCode === '30002') askForNewRate();
   */
  safe(): Promise<Outcome<T, Op>>;
  /** The result together with its `Response`. */
  raw(): Promise<Raw<T>>;
}

/** Creates a {@link Call} from a pending response. All three forms share one request. */
export function callOf<T, Op extends Operation>(raw: Promise<Raw<T>>): Call<T, Op> {
  const result = raw.then((answer) => answer.result);
  return Object.assign(result, {
    safe: () => outcomeOf<T, Op>(result),
    raw: () => {
      // Prevents an unhandled rejection of the plain form if the caller only awaits the raw form.
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
