import 'fake-indexeddb/auto';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '../../../testing/session-storage.ts';
import { createCustomerDraft, keepDraftsOf } from './customer-drafts.ts';
import { removeDrafts } from './session-values.ts';

const customer = vi.hoisted(() => {
  // Not localhost, where nothing is encrypted.
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

test('another customer gets no draft, and it is removed', async () => {
  await store();
  customer.email = omar;
  expect(await open().read()).toBeUndefined();
  expect(storage).toEqual({});
});

test('a customer who signs in keeps their own drafts and removes those of others, whatever the form', async () => {
  await store();
  await keepDraftsOf(mei);
  expect(await open().read()).toEqual(typed);
  await keepDraftsOf(omar);
  expect(storage).toEqual({});
});

test('without a session nothing is stored and nothing is read', async () => {
  await store();
  customer.email = undefined;
  expect(await open().read()).toBeUndefined();
  open().write({ ...typed, amount: '9' });
  customer.email = mei;
  expect(await open().read()).toEqual(typed);
});

test('of drafts typed in quick succession the last one is stored', async () => {
  const draft = open();
  for (const amount of ['1', '12', '125', '1250']) draft.write({ ...typed, amount });
  await expect.poll(() => open().read()).toEqual(typed);
});

test('what is written while an older draft is being read is removed once it is paid', async () => {
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

test('a draft that another tab has stored since is not removed', async () => {
  const here = open();
  here.write(typed);
  await expect.poll(() => storage[key], { interval: 1 }).toBeDefined();
  await store({ ...typed, amount: '9' });
  here.write(undefined);
  expect(await open().read()).toEqual({ ...typed, amount: '9' });
});

test('what is being encrypted when the draft is removed or the session ends is not stored', async () => {
  const draft = open();
  draft.write(typed);
  draft.write(undefined);
  const other = open();
  other.write(typed);
  customer.email = undefined;
  removeDrafts();
  customer.email = omar;
  // A later write of another form is stored after both would have been.
  createCustomerDraft('fiat-withdraw', schema).write(typed);
  await expect.poll(() => Object.keys(storage)).toContain('wusd-draft:fiat-withdraw');
  expect(Object.keys(storage)).toEqual(['wusd-draft:fiat-withdraw']);
});

test.each(['', 'x', 'a.b', '{}', 'null'])('%j in storage is no draft, and is removed', async (stored) => {
  storage[key] = stored;
  expect(await open().read()).toBeUndefined();
  expect(storage).toEqual({});
});

test('a record of another form, moved here, is no draft', async () => {
  await store();
  storage['wusd-draft:fiat-withdraw'] = storage[key] ?? '';
  expect(await createCustomerDraft('fiat-withdraw', schema).read()).toBeUndefined();
});

test('any draft comes back as it was typed, and whatever an older version stored becomes a whole draft', async () => {
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

test('storage that is blocked is no error', async () => {
  vi.stubGlobal('localStorage', undefined);
  open().write(typed);
  expect(await open().read()).toBeUndefined();
  await keepDraftsOf(mei);
  removeDrafts();
});
