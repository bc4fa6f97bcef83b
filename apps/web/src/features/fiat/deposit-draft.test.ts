import 'fake-indexeddb/auto';
import { afterAll, expect, test, vi } from 'vitest';
import { stubLocalStorage, stubRemovals, stubSessionStorage } from '../../../testing/session-storage.ts';
import { session } from '../../shared/api/client.ts';
import { depositDraft, noDeposit } from './deposit-draft.ts';

vi.hoisted(() => vi.stubGlobal('location', { hostname: 'wallet.example', origin: 'https://wallet.example' }));
afterAll(() => vi.unstubAllGlobals());

const key = 'wusd-draft:fiat-deposit';

test('a draft that another tab declared is cleared, unless it has a receipt', async () => {
  stubSessionStorage();
  const storage = stubLocalStorage();
  const hearRemoval = stubRemovals();
  session.signedIn({ email: 'mei@example.com', scopes: [], networks: [] } as never);
  depositDraft.set({ ...noDeposit, currency: 'EUR', amount: '500.00' });
  await expect.poll(() => storage[key]).toBeDefined();

  depositDraft.set({ ...depositDraft.get(), receipts: [new File(['%PDF'], 'advice.pdf')] });
  await expect.poll(() => storage[key]).toBeDefined();
  hearRemoval(key, storage[key]);
  expect(depositDraft.get().amount).toBe('500.00');

  depositDraft.set({ ...depositDraft.get(), receipts: [] });
  const before = storage[key];
  depositDraft.set({ ...depositDraft.get(), remark: 'Savings' });
  await expect.poll(() => storage[key]).not.toBe(before);
  hearRemoval(key, storage[key]);
  expect(depositDraft.get()).toEqual({ ...noDeposit, currency: 'EUR' });
});
