import { chainOf, LoggableError, type SafeFields } from '@wusd/server-kit/errors/loggable-error';

/** A node did not respond. The original error is discarded: it may quote the URL, which may contain a token. */
export class UnansweredError extends LoggableError {
  override readonly name = 'UnansweredError';
  readonly fields: SafeFields;
  /** Errno, a code of `fetch`, or `ETIMEDOUT`. */
  readonly code: string;

  /** @param message without values @param error thrown by `fetch` */
  constructor(message: string, error: unknown) {
    const code = codeOf(error);
    super(`${message} (${code})`);
    this.code = code;
    this.fields = { code };
  }
}

function codeOf(error: unknown): string {
  const chain = chainOf(error);
  if (chain.some(({ name }) => name === 'TimeoutError' || name === 'AbortError')) return 'ETIMEDOUT';
  const codes = chain.map((each) => ('code' in each && typeof each.code === 'string' ? each.code : ''));
  return codes.find((code) => /^[A-Z][A-Z0-9_]{0,62}$/.test(code)) ?? 'unknown';
}
