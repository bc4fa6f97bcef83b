import type { HistoryEntry } from '@wusd/api-sdk';
import { scopes } from '@wusd/api-sdk/domain';
import { compare, roundDown } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { countHistory, searchHistory } from '../src/domains/history/search.ts';
import { isOneOf } from '../src/domains/history/text-matches.ts';
import { ownerOf, seedCounterparties, seededAddress, seedMovements } from '../testing/movements.ts';
import { asMei } from '../testing/as-mei.ts';
import { bearer, json, mei, send } from '../testing/harness.ts';

// All transactions of a customer in one list.

const me = await asMei();
const { node, services } = me;
const { db, clock } = services;

async function all(query: Parameters<typeof me.api.history.search>[0] = {}): Promise<HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  for await (const entry of me.api.history.search(query)) found.push(entry);
  return found;
}

const isSame = (asked: string | undefined, found: string | undefined): boolean =>
  asked === undefined || asked === found;

/** Whether the text is an amount of the entry as pages show it, rounded down to two decimals. */
function hasAmount({ pay, receive }: HistoryEntry, text: string): boolean {
  const [typed = '', code] = text.replaceAll(',', '').split(' ');
  // The search text may be the digits of an id, with leading zeros.
  const amount = typed.replace(/^0+(?=\d)/, '');
  return [pay, receive].some(
    (money) =>
      money !== undefined &&
      (code ?? money.currency) === money.currency &&
      /^\d+(\.\d+)?$/.test(amount) &&
      compare(roundDown(money.amount, 2), amount) === 0,
  );
}

/** Whether the text is an amount of the entry, or the beginning, the end, or both ends of one of its ids. */
function isFoundBy(entry: HistoryEntry, text: string): boolean {
  const { id, reference, run, asset, counterparty } = entry;
  if (hasAmount(entry, text)) return true;
  const address = asset === 'crypto' ? (counterparty?.account ?? seededAddress) : undefined;
  const searched = [id, reference, address, run?.orderId, run?.withdrawalId].flatMap(
    (each) => each?.toLowerCase() ?? [],
  );
  const [head = '', tail] = text.replaceAll('\u2060', '').toLowerCase().split('…');
  const isBegun = searched.some((each) => each.startsWith(head));
  const isEnded = searched.some((each) => each.endsWith(tail ?? head));
  return tail === undefined ? isBegun || isEnded : isBegun && isEnded;
}

async function makeRun(stoppedBecause: string | undefined): Promise<string> {
  const { id } = await ownerOf(services, mei.username);
  const deposit = await db
    .selectFrom('crypto_transaction')
    .select('id')
    .where('customer_id', '=', id)
    .where('direction', '=', 'deposit')
    .where('id', 'not in', db.selectFrom('auto_redemption_run').select('deposit_id'))
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('auto_redemption_run')
    .values({ deposit_id: deposit.id, customer_id: id, created_at: clock.now() })
    .execute();
  if (stoppedBecause !== undefined)
    await db
      .updateTable('auto_redemption_run')
      .set({ stopped_because: stoppedBecause, ended_at: clock.now() })
      .where('deposit_id', '=', deposit.id)
      .execute();
  return deposit.id;
}

describe('the history', () => {
  let known: Awaited<ReturnType<typeof seedCounterparties>>;

  beforeAll(async () => {
    known = await seedCounterparties(services, await ownerOf(services, mei.username));
    await seedMovements(services, await ownerOf(services, mei.username), 40);
    await makeRun('no-default');
  });

  test('lists every kind once, in order, with any page size', async () => {
    const newest = await all({ size: 100 });
    expect(new Set(newest.map(({ kind }) => kind))).toEqual(new Set(['deposit', 'withdrawal', 'auto-redemption']));
    const keys = newest.map(({ id, kind }) => `${kind === 'auto-redemption' ? 'run' : ''}${id}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect((await all({ sort: 'oldest', size: 100 })).toReversed()).toEqual(newest);
    for (const size of [1, 3, 7]) {
      expect(await all({ size })).toEqual(newest);
    }
    const at = newest.findIndex(({ kind }) => kind === 'auto-redemption');
    expect(newest[at + 1]).toMatchObject({ id: newest[at]?.id, kind: 'deposit' });
  });

  test('applies each filter alone and any combination of filters', async () => {
    const every = await all({ size: 100 });
    // Few filters at a time, because all together match nothing.
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
    const someEntry = fc.constantFrom(...every);
    const filters = fc.record({
      kind: maybe(fc.constantFrom('deposit' as const, 'withdrawal' as const, 'auto-redemption' as const)),
      asset: maybe(fc.constantFrom('crypto' as const, 'fiat' as const)),
      status: maybe(fc.constantFrom('completed' as const, 'to be confirmed' as const, 'failed' as const)),
      currency: maybe(fc.constantFrom('WUSD' as const, 'USD' as const, 'SGD' as const)),
      from: maybe(someEntry.map(({ createTime }) => createTime)),
      to: maybe(someEntry.map(({ createTime }) => createTime)),
      // The forms in which customers enter an id: whole, its beginning, its end, or both ends as a page shows it.
      text: maybe(
        fc
          .tuple(
            someEntry,
            fc.boolean(),
            fc.integer({ min: 4, max: 30 }),
            fc.constantFrom('whole', 'head', 'tail', 'cut', 'begun', 'amount', 'money'),
          )
          .map(([{ reference, id, pay }, byId, length, part]) => {
            const text = byId || reference === undefined ? id : reference;
            const parts = {
              whole: text,
              head: text.slice(0, length),
              tail: text.slice(-length).toUpperCase(),
              cut: `${text.slice(0, 6)}\u2060…\u2060${text.slice(-6)}`,
              begun: `${text.slice(0, length)}…`,
              amount: roundDown(pay.amount, 2),
              money: `${roundDown(pay.amount, 2)} ${pay.currency}`,
            };
            return parts[part];
          }),
      ),
      isHeld: maybe(fc.constant(true)),
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ kind, asset, status, currency, from, to, text, isHeld }) => {
        await db.deleteFrom('throttle').execute();
        const given = { kind, asset, status, currency, from, to, text, isHeld };
        const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const expected = every.filter((entry) => {
          const currencies: string[] = entry.kind === 'auto-redemption' ? ['WUSD', 'USD'] : [entry.pay.currency];
          return [
            isSame(kind, entry.kind),
            isSame(asset, entry.asset),
            isSame(status, entry.status),
            currency === undefined || currencies.includes(currency),
            from === undefined || entry.createTime >= from,
            to === undefined || entry.createTime <= to,
            isHeld !== true || entry.isHeld,
            text === undefined || isFoundBy(entry, text),
          ].every(Boolean);
        });
        expect(await all({ filter, size: 100 })).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('finds payouts by the name of their recipient, and returns the counterparty of each payment', async () => {
    await db.deleteFrom('throttle').execute();
    const { crypto, fiat, deposit } = known;
    const found = async (text: string) =>
      (await all({ filter: { text } })).map(({ id, counterparty }) => ({ id, counterparty }));
    const toAddress = {
      id: crypto,
      counterparty: { name: 'Cold vault', account: '0xde709f2102306220921060314715629080e2fb77' },
    };
    const toBank = { id: fiat, counterparty: { name: 'Rent', account: 'OCBC •••• 4321' } };
    expect(await found('cold VAU')).toEqual([toAddress]);
    for (const text of ['rent', 'Somchai', 'ocbc', 'Ｒｅｎｔ']) expect(await found(text), text).toEqual([toBank]);
    expect(await found('Ｒ')).toEqual([]);
    expect(await found(deposit)).toEqual([{ id: deposit, counterparty: { name: 'ACME PTE LTD' } }]);
  });

  test('returns no counterparty for a deposit without a known sender', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const { id } = await db
      .updateTable('crypto_transaction')
      .set({ sender: '' })
      .where('customer_id', '=', customerId)
      .where('direction', '=', 'deposit')
      .where('is_undisclosed', '=', false)
      .returning('id')
      .executeTakeFirstOrThrow();
    const [entry] = await all({ filter: { text: id } });
    expect(entry).toMatchObject({ id, kind: 'deposit' });
    expect(entry?.counterparty).toBeUndefined();
  });

  test('neither finds nor returns recipients outside the scopes of the caller (control 17)', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const payouts = ['wallet_history', 'wallet_history.withdraw.fiat.view', 'wallet_history.withdraw.crypto.view'];
    const found = async (text: string, ...more: string[]) =>
      (await searchHistory(services, { customerId, scopes: [...payouts, ...more], language: undefined }, { text }, {}))
        .items;
    expect(await found('Somchai')).toEqual([]);
    expect(await found('Cold vault')).toEqual([]);
    expect(await found('Somchai', 'wallet.bank_account')).toHaveLength(1);
    expect(await found('Cold vault', 'wallet.blockchain_address')).toHaveLength(1);
    const [entry] = await found(known.crypto);
    expect(entry?.counterparty).toEqual({ account: '0xde709f2102306220921060314715629080e2fb77' });
  });

  test('finds an amount as shown, with or without its fee, in any or in one currency', async () => {
    await db.deleteFrom('throttle').execute();
    const { crypto } = known;
    const found = async (text: string) =>
      (await all({ filter: { text, kind: 'withdrawal', asset: 'crypto' } })).map(({ id }) => id);
    for (const text of ['7,654.32', '7654.32 WUSD', '−7654.32', '7654.320', '7654.321', '7655.32'])
      expect(await found(text), text).toContain(crypto);
    for (const text of ['7654.31', '7654.33', '7654.322', '7654.32 USD', '76,54.32', '7654.32 XYZ'])
      expect(await found(text), text).not.toContain(crypto);
  });

  test('matches no row when the text has no amount', async () => {
    const matches = isOneOf([], sql.ref('currency'), sql.ref('amount'));
    const rows = await db.selectFrom('fiat_transaction').select('id').where(matches).execute();
    expect(rows).toEqual([]);
  });

  test('treats special characters as text', async () => {
    await db.deleteFrom('throttle').execute();
    for (const text of ["'", 'a\\b', "':*", 'a & b | !c', '<->', '…', '……', "'…'", '%', 'ฝาก', '💶'])
      expect(await all({ filter: { text } }), text).toEqual([]);
  });

  test('returns the reason why a run stopped', async () => {
    const [run] = await all({ filter: { kind: 'auto-redemption' } });
    expect(run).toMatchObject({ status: 'failed', pay: { currency: 'WUSD' } });
    expect(run?.run?.stoppedBecause).toMatch(/default bank account/);
  });

  test('lists only the kinds in the caller’s scopes, and refuses a filter by another kind (control 17)', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const reader = { customerId, scopes: ['wallet_history', 'wallet_history.deposit.fiat.view'], language: undefined };
    const { items } = await searchHistory(services, reader, {}, { size: 100 });
    expect(new Set(items.map(({ kind, asset }) => `${asset} ${kind}`))).toEqual(new Set(['fiat deposit']));
    expect(await countHistory(services, reader, {})).toBe(items.length);
    for (const filter of [
      { kind: 'withdrawal' },
      { kind: 'swap' },
      { kind: 'auto-redemption' },
      { kind: 'deposit', asset: 'crypto' },
    ] as const)
      await expect(searchHistory(services, reader, filter, {}), filter.kind).rejects.toMatchObject({
        errorName: 'SCOPE_MISSING',
      });
  });

  test('refuses a cursor that it did not issue', async () => {
    const request = json({ cursor: 'AAAA' });
    const headers = { ...request.headers, ...bearer(me.tokens).headers };
    expect(await send(node, 'POST', '/wallet-history/search', { ...request, headers })).toMatchObject({
      status: 400,
      header: { errCode: '00002' },
    });
  });

  test('counts the entries it lists, under any filter', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const reader = { customerId, scopes, language: undefined };
    for (const filter of [{}, { kind: 'deposit' }, { isHeld: true }, { currency: 'USD' }, { text: 'LINE' }] as const) {
      const listed = await all({ filter, size: 100 });
      expect(await countHistory(services, reader, filter)).toBe(listed.length);
    }
  });
});
