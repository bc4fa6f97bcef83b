import { afterEach, expect, test, vi } from 'vitest';
import { createUploadFetch } from './upload-fetch.ts';

/** Replaces XMLHttpRequest: the test dispatches the network events. */
class RequestDouble extends EventTarget {
  static last: RequestDouble;
  upload = new EventTarget();
  headers: Record<string, string> = {};
  method = '';
  url = '';
  body: unknown;
  status = 200;
  responseText = '{"header":{}}';
  constructor() {
    super();
    RequestDouble.last = this;
  }
  open(method: string, url: string): void {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getAllResponseHeaders(): string {
    return 'content-type: application/json\r\nretry-after: 3\r\n';
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
}

vi.stubGlobal('XMLHttpRequest', RequestDouble);
afterEach(() => vi.clearAllMocks());

const body = new FormData();
const begin = (signal?: AbortSignal) => {
  const sent: number[] = [];
  const answer = createUploadFetch((share) => sent.push(share))('/api/x', {
    method: 'POST',
    headers: { authorization: 'Bearer t' },
    body,
    ...(signal && { signal }),
  });
  return { sent, answer, request: RequestDouble.last };
};

test('sends the request unchanged, reports progress, and returns a response like fetch', async () => {
  const { sent, answer, request } = begin();
  expect(request).toMatchObject({ method: 'POST', url: '/api/x', headers: { authorization: 'Bearer t' }, body });
  for (const loaded of [0, 30, 120])
    request.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 120 }));
  request.status = 422;
  request.dispatchEvent(new Event('load'));
  const response = await answer;
  expect(sent).toEqual([0, 0.25, 1]);
  expect(response.status).toBe(422);
  expect(response.headers.get('retry-after')).toBe('3');
  expect(await response.json()).toEqual({ header: {} });
});

test('a lost connection rejects with a TypeError, as with fetch', async () => {
  const { answer, request } = begin();
  request.dispatchEvent(new Event('error'));
  await expect(answer).rejects.toBeInstanceOf(TypeError);
});

test('a signal aborts a request that is being sent or has not started', async () => {
  const controller = new AbortController();
  const { answer } = begin(controller.signal);
  controller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  const { last } = RequestDouble;
  await expect(begin(controller.signal).answer).rejects.toMatchObject({ name: 'AbortError' });
  expect(RequestDouble.last).toBe(last);
});
