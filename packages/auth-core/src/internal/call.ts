import { AuthConnectionError, AuthError } from '../errors.js';

export interface CallEnvironment {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** BCP 47; language of the server's messages. */
  language: () => string;
  timeoutMs: number;
}

/**
 * Performs one call and unwraps its envelope. Redirects are rejected, so that credentials only go to this origin.
 *
 * @throws AuthError, AuthConnectionError
 */
export async function call<T>(
  { baseUrl, fetch, language, timeoutMs }: CallEnvironment,
  path: string,
  { headers, ...init }: RequestInit = {},
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(baseUrl + path, {
      ...init,
      headers: { 'accept-language': language(), ...(headers as Record<string, string> | undefined) },
      redirect: 'error',
      signal,
    });
    ({ status } = response);
    body = await response.json();
  } catch {
    throw new AuthConnectionError(signal.aborted);
  }
  const { header, result } = (body ?? {}) as {
    header?: { success?: boolean; errCode?: string; errMsg?: string };
    result?: unknown;
  };
  if (typeof header?.errCode !== 'string') throw new AuthConnectionError(false);
  if (header.success) return result as T;
  throw new AuthError(status, header.errCode, header.errMsg ?? '', (result as Record<string, unknown> | null) ?? {});
}

export function formData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
