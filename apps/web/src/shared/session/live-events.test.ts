import { beforeEach, expect, test, vi } from 'vitest';
import { followEvents } from './live-events.ts';
import { api, session } from '../api/client.ts';
import { type InvalidationEvent, invalidation } from '../api/invalidation.ts';

const frames = vi.hoisted(() => ({ next: [] as { id: string; data: Record<string, string> }[] }));

vi.mock('@wusd/auth-core/sse', () => ({
  createPageActivity: () => undefined,
  async *openEventStream() {
    yield* frames.next;
  },
}));
vi.mock('./auth.ts', () => ({ loadAuth: async () => ({}) }));
vi.mock('../api/client.ts', () => ({
  api: { user: { getAuthUser: vi.fn() } },
  session: { signedIn: vi.fn() },
  streamUrl: '/api/sse',
}));

const marked: InvalidationEvent[] = [];
invalidation.subscribe((what) => marked.push(what));
beforeEach(() => marked.splice(0));

const follow = async (data: Record<string, string>): Promise<InvalidationEvent[]> => {
  frames.next = [{ id: '7', data }];
  await followEvents(new AbortController().signal, '6');
  return marked;
};

test('an update with a wallet or an entity invalidates balances and lists', async () => {
  const named = ['wallet-account-updated'];
  expect(await follow({ type: 'wallet_account_updated', entityId: 'ctx_1' })).toEqual(named);
});

test('an update without wallet and entity reloads the profile and invalidates everything', async () => {
  const user = { lastEventId: '7' } as Awaited<ReturnType<typeof api.user.getAuthUser>>;
  vi.mocked(api.user.getAuthUser).mockResolvedValueOnce(user);
  expect(await follow({ type: 'wallet_account_updated' })).toEqual(['everything-changed']);
  expect(session.signedIn).toHaveBeenCalledWith(user);
});

test('if the profile can’t be loaded, everything is invalidated all the same', async () => {
  vi.mocked(api.user.getAuthUser).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await follow({ type: 'wallet_account_updated' })).toEqual(['everything-changed']);
});
