import 'fake-indexeddb/auto';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '../../../testing/session-storage.ts';
import { createCustomerDraft, keepDraftsOf } from './customer-drafts.ts';
import { removeDrafts } from './session-values.ts';

const customer = vi.hoisted(() => {
  // Any host but localhost, where drafts are not encrypted.
  vi.stubGlobal('location', { hostname: 'wallet.example', origin: 'https://wallet.example' });
  return { email: undefined as string | undefined };
});
vi.mock('../api/client.ts', () => ({
  session: { get: () => ({ authUser: customer.email === undefined ? undefined : { email: customer.email } }) },
}));

const text = v.fallback(v.pipe(v.string(), v.maxLength(60)), '');
const schema = v.object({ currency: v.fallback(v.picklist(['USD', 'WUSD']), 'USD'), amount: text });
const open = () => createCustomerDraft('crypto-withdraw', schema);
const key = 'wusd-draft:crypto-withdraw';
const mei = 'mei@example.com';
const omar = 'omar@example.com';

let storage: Record<string, string>;
beforeEach(() => {
  storage = stubLocalStorage();
  customer.email = mei;
});
afterEach(() => vi.unstubAllGlobals());

const typed = { currency: 'WUSD', amount: '1250' } as const;
async function store(draft: v.InferOutput<typeof schema> = typed): Promise<void> {
  const before = storage[key];
  open().write(draft);
  await expect.poll(() => storage[key], { interval: 1 }).not.toBe(before);
}

test('a draft survives a reload, and neither it nor its customer is readable in storage (control 37)', async () => {
  await store();
  expect(storage[key]).not.toMatch(/1250|WUSD|mei/);
  expect(await open().read()).toEqual(typed);
});

test('a draft of another customer is not returned, and is removed', async () => {
  await store();
  customer.email = omar;
  expect(await open().read()).toBeUndefined();
  expect(storage).toEqual({});
});

test('keepDraftsOf keeps the drafts of the customer and removes those of others', async () => {
  await store();
  await keepDraftsOf(mei);
  expect(await open().read()).toEqual(typed);
  await keepDraftsOf(omar);
  expect(storage).toEqual({});
});

test('without a session no draft is stored or read', async () => {
  await store();
  customer.email = undefined;
  expect(await open().read()).toBeUndefined();
  open().write({ ...typed, amount: '9' });
  customer.email = mei;
  expect(await open().read()).toEqual(typed);
});

test('the last of several drafts written in quick succession is stored', async () => {
  const draft = open();
  for (const amount of ['1', '12', '125', '1250']) draft.write({ ...typed, amount });
  await expect.poll(() => open().read()).toEqual(typed);
});

test('a draft that is written while an older one is being read can be removed later', async () => {
  await store();
  const before = storage[key];
  const { promise: isRead, resolve: finishReading } = Promise.withResolvers<void>();
  const slow = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...args) => {
    await isRead;
    slow.mockRestore();
    return crypto.subtle.decrypt(...args);
  });
  const draft = open();
  const reading = draft.read();
  draft.write({ ...typed, amount: '9' });
  await expect.poll(() => storage[key], { interval: 1 }).not.toBe(before);
  finishReading();
  await reading;
  draft.write(undefined);
  expect(storage).toEqual({});
});

test('a draft that another tab has stored meanwhile is not removed', async () => {
  const here = open();
  here.write(typed);
  await expect.poll(() => storage[key], { interval: 1 }).toBeDefined();
  await store({ ...typed, amount: '9' });
  here.write(undefined);
  expect(await open().read()).toEqual({ ...typed, amount: '9' });
});

test('a draft that is being encrypted is not stored if it is removed or the session ends', async () => {
  const draft = open();
  draft.write(typed);
  draft.write(undefined);
  const other = open();
  other.write(typed);
  customer.email = undefined;
  removeDrafts();
  customer.email = omar;
  // This later write would be stored after the two above.
  createCustomerDraft('fiat-withdraw', schema).write(typed);
  await expect.poll(() => Object.keys(storage)).toContain('wusd-draft:fiat-withdraw');
  expect(Object.keys(storage)).toEqual(['wusd-draft:fiat-withdraw']);
});

test.each(['', 'x', 'a.b', '{}', 'null'])('an unreadable record %j is removed', async (stored) => {
  storage[key] = stored;
  expect(await open().read()).toBeUndefined();
  expect(storage).toEqual({});
});

test('a record that was moved from another form is not readable', async () => {
  await store();
  storage['wusd-draft:fiat-withdraw'] = storage[key] ?? '';
  expect(await createCustomerDraft('fiat-withdraw', schema).read()).toBeUndefined();
});

test('any draft is restored unchanged, and any value of an older version yields a valid draft', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ currency: fc.constantFrom('USD' as const, 'WUSD' as const), amount: fc.string({ maxLength: 60 }) }),
      async (draft) => {
        await store(draft);
        expect(await open().read()).toEqual(draft);
      },
    ),
    { numRuns: 50 },
  );
  const asIs = createCustomerDraft('crypto-withdraw', v.unknown());
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('currency', 'amount', 'memo'), fc.jsonValue()), async (older) => {
      const before = storage[key];
      asIs.write(older);
      await expect.poll(() => storage[key], { interval: 1 }).not.toBe(before);
      const read = await open().read();
      expect(v.is(v.strictObject({ currency: v.picklist(['USD', 'WUSD']), amount: v.string() }), read)).toBe(true);
      if (typeof older['amount'] === 'string' && older['amount'].length <= 60)
        expect(read?.amount).toBe(older['amount']);
    }),
    { numRuns: 50 },
  );
});

test('blocked storage causes no error', async () => {
  vi.stubGlobal('localStorage', undefined);
  open().write(typed);
  expect(await open().read()).toBeUndefined();
  await keepDraftsOf(mei);
  removeDrafts();
});
