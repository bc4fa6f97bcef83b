import { describe, expect, test } from 'vitest';
import { bad, baseUrl, caught, fakeServer, good } from '../test/fake-server.js';
import { createWalletClient } from './client.js';
import type { CallContext, Middleware, WalletEvent } from './internal/options.js';

describe('middleware', () => {
  test('wraps a call, the first outermost, and receives its context', async () => {
    const { fetch, sent } = fakeServer(good([]));
    const steps: string[] = [];
    const contexts: CallContext[] = [];
    const layer =
      (name: string): Middleware =>
      async (request, next, context) => {
        steps.push(`${name} in`);
        contexts.push(context);
        const headers = new Headers(request.headers);
        headers.set(`x-${name}`, 'seen');
        const answer = await next({ ...request, headers });
        steps.push(`${name} out`);
        return answer;
      };
    await createWalletClient({ baseUrl, fetch, middleware: [layer('a'), layer('b')] }).walletAccounts.list();
    expect(steps).toEqual(['a in', 'b in', 'b out', 'a out']);
    expect(sent[0]?.init.headers.get('x-a')).toBe('seen');
    expect(sent[0]?.init.headers.get('x-b')).toBe('seen');
    expect(contexts[0]).toMatchObject({
      operation: 'GET /wallet-account/list',
      isPublic: false,
      isRepeatable: true,
    });
  });

  test('can send a call again, including a form with files', async () => {
    const { fetch, sent } = fakeServer(bad(422, '15001'), good({ supportReference: 'FB-1' }));
    const twice: Middleware = async (request, next) => {
      const first = await next(request);
      return first.ok ? first : next(request);
    };
    const api = createWalletClient({ baseUrl, fetch, middleware: [twice] });
    expect(await api.feedback.send({ text: 'Clear.', attachments: [new Blob(['a'])] })).toEqual({
      supportReference: 'FB-1',
    });
    expect(sent.map(({ init }) => (init.body as FormData).getAll('attachments').length)).toEqual([1, 1]);
  });

  test('can respond without sending', async () => {
    const { fetch, sent } = fakeServer();
    const api = createWalletClient({ baseUrl, fetch, middleware: [async () => good(['kept'])] });
    expect(await api.walletAccounts.list()).toEqual(['kept']);
    expect(sent).toEqual([]);
  });

  test('never receives a token', async () => {
    const { fetch } = fakeServer(good([]));
    const seen: string[] = [];
    const spy: Middleware = async (request, next) => {
      const answer = await next(request);
      seen.push(...request.headers.keys());
      return answer;
    };
    const auth = { getAccessToken: async () => 'wat_secret' };
    await createWalletClient({ baseUrl, fetch, auth, middleware: [spy] }).walletAccounts.list();
    expect(seen).not.toContain('authorization');
  });

  test('rejects with its own error unchanged', async () => {
    const own = new RangeError('mine');
    const api = createWalletClient({ baseUrl, fetch: fakeServer().fetch, middleware: [() => Promise.reject(own)] });
    expect(await caught(api.walletAccounts.list())).toBe(own);
    expect(await caught(api.walletAccounts.list().safe())).toBe(own);
  });
});

describe('events', () => {
  const recorded = async (
    answers: Parameters<typeof fakeServer>,
    options: { signal?: AbortSignal; timeoutMs?: number } = {},
  ): Promise<WalletEvent[]> => {
    const events: WalletEvent[] = [];
    const { fetch } = fakeServer(...answers);
    const auth = { getAccessToken: async () => 'wat_secret' };
    const api = createWalletClient({ baseUrl, fetch, auth, onEvent: (event) => events.push(event) });
    await caught(api.walletAccounts.search({ filter: { minAvailable: '41.00' } }, options));
    return events;
  };

  test('report every request and the call, without private data', async () => {
    const events = await recorded([bad(503, '00011', 'Busy.', {}, { 'retry-after': '0' }), good({ items: [] })]);
    expect(events).toMatchObject([
      { type: 'attempt', operation: 'POST /wallet-account/search', attempt: 1, status: 503 },
      { type: 'attempt', operation: 'POST /wallet-account/search', attempt: 2, status: 200 },
      { type: 'call', operation: 'POST /wallet-account/search', attempts: 2, outcome: 'done', errCode: undefined },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/wat_secret|41\.00/);
  });

  test.each([
    ['refused', [bad(403, '00005')], {}, { errCode: '00005' }],
    ['aborted', ['never' as const], { signal: AbortSignal.abort() }, {}],
    ['timeout', ['never' as const], { timeoutMs: 1 }, {}],
  ])('report the outcome %s', async (outcome, answers, options, more) => {
    const events = await recorded(answers, options);
    expect(events.find(({ type }) => type === 'call')).toMatchObject({ outcome, ...more });
  });

  test('can not change the outcome of a call', async () => {
    const { fetch } = fakeServer(good(['ok']));
    const onEvent = (): never => {
      throw new Error('listener');
    };
    expect(await createWalletClient({ baseUrl, fetch, onEvent }).walletAccounts.list()).toEqual(['ok']);
  });
});
