import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from './queries.tsx';
import { createSessionValue } from './session-value.ts';
import { stale } from './stale.ts';

test('an answer that was under way when it went stale is not taken for a fresh one', async () => {
  const asked: ((balance: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['wallet-accounts'],
    queryFn: () => new Promise<string>((resolve) => void asked.push(resolve)),
  });
  const shown = new Promise((resolve) => {
    observer.subscribe(({ data }) => data !== undefined && resolve(data));
  });
  stale.mark('wallet-accounts');
  await expect.poll(() => asked.length).toBe(2);
  asked[0]?.('before');
  asked[1]?.('after');
  expect(await shown).toBe('after');
});

test('what is one customer’s own goes with the session, and with nothing else', () => {
  const codes = createSessionValue<readonly string[] | undefined>(undefined);
  codes.set(['7F3K-9Q2M']);
  stale.mark('everything');
  expect(codes.get()).toEqual(['7F3K-9Q2M']);
  stale.mark('session');
  expect(codes.get()).toBeUndefined();
});
