import { errorName } from '../src/domain/index.js';

export interface Sent {
  url: string;
  init: RequestInit & { headers: Headers };
}

export const baseUrl = 'https://wallet.example/api';
export const at = '2026-03-01T08:00:00.000Z';

export const good = (result: unknown): Response =>
  Response.json({ header: { success: true, errCode: '00000', errMsg: '', serverTime: at }, result });

export const bad = (
  status: number,
  errCode: string,
  errMsg = 'No.',
  result: object = {},
  headers: Record<string, string> = {},
): Response =>
  Response.json(
    {
      header: { success: false, errCode, errMsg, serverTime: at },
      result: { errorName: errorName(errCode), ...result },
    },
    { status, headers },
  );

/** A server that sends prepared responses in order and records the requests. `never` responds only to an abort. */
export function fakeServer(...answers: (Response | Error | 'never')[]) {
  const sent: Sent[] = [];
  const fetch = ((url: string, init: Sent['init']) => {
    sent.push({ url, init });
    const answer = answers[sent.length - 1];
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  }) as unknown as typeof globalThis.fetch;
  return { sent, fetch };
}

export const caught = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );
