import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from './query-client.tsx';
import { createSessionStore } from '../session/session-store.ts';
import { invalidation } from './invalidation.ts';

test('a response to a call that started before an invalidation is discarded', async () => {
  const asked: ((balance: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['wallet-accounts'],
    queryFn: () => new Promise<string>((resolve) => void asked.push(resolve)),
  });
  const shown = new Promise((resolve) => {
    observer.subscribe(({ data }) => data !== undefined && resolve(data));
  });
  invalidation.publish('wallet-account-updated');
  await expect.poll(() => asked.length).toBe(2);
  asked[0]?.('before');
  asked[1]?.('after');
  expect(await shown).toBe('after');
});

test('only the end of the session resets a session store', () => {
  const codes = createSessionStore<readonly string[] | undefined>(undefined);
  codes.set(['7F3K-9Q2M']);
  invalidation.publish('everything-changed');
  expect(codes.get()).toEqual(['7F3K-9Q2M']);
  invalidation.publish('session-ended');
  expect(codes.get()).toBeUndefined();
});
