import { currencies } from '@wusd/api-sdk/domain';
import { add, compare, convert, crossRate, roundDown, subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readValuation } from '../src/domains/wallet/accounts/valuation.ts';
import { createId } from '../src/platform/ids.ts';
import { fiatCurrencies } from '@wusd/server-kit/registry/currencies';
import { ownerOf } from '../testing/movements.ts';
import { asMei } from '../testing/as-mei.ts';
import { advance, mei } from '../testing/harness.ts';

// Customer limits, and the valuation of all balances.

const me = await asMei();
const { node, other, services } = me;
const { db, clock, gateways } = services;

describe('limits', () => {
  test('match the limits that commands check', async () => {
    const limits = await me.api.history.listLimits();
    const swap = limits.find(({ act, counterCurrency }) => act === 'swap' && counterCurrency === 'USD');
    const quote = await me.api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '100' });
    expect(swap).toMatchObject({ minimum: quote.minimum?.amount, maximum: quote.maximum?.amount });
    const swappedFor = limits.flatMap(({ act, counterCurrency }) => (act === 'swap' ? [counterCurrency] : []));
    expect(swappedFor.toSorted()).toEqual(currencies.filter((currency) => currency !== 'WUSD').toSorted());
    const paidOut = limits.flatMap(({ act, currency }) => (act === 'fiat withdrawal' ? [currency] : []));
    expect([...new Set(paidOut)].toSorted()).toEqual(fiatCurrencies.toSorted());
    for (const { rollingDay, rolling30Days } of limits) {
      expect(compare(rollingDay.remaining, rollingDay.limit)).toBeLessThanOrEqual(0);
      expect(compare(rolling30Days.remaining, rolling30Days.limit)).toBeLessThanOrEqual(0);
    }
  });

  test('of swaps are used up by orders, refuse larger ones, and reset after a day', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const swapLimit = async () =>
      (await me.api.history.listLimits()).find(
        ({ act, counterCurrency }) => act === 'swap' && counterCurrency === 'SGD',
      )!;
    const before = (await swapLimit()).rollingDay.remaining;
    // An order that leaves 100.00 of the daily limit.
    await place(customerId, subtract(before, '100.00'));
    expect((await swapLimit()).rollingDay.remaining).toBe('100.00');
    const quote = await me.api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '150.00' });
    const { blockers } = await me.api.otc.review({ quoteId: quote.quoteId ?? '' });
    expect(blockers).toEqual([expect.objectContaining({ errCode: '21003' })]);
    const { rollingDay } = await swapLimit();
    await advance(Math.ceil((Date.parse(rollingDay.resetsAt) - clock.now().getTime()) / 1000) + 1, node, other);
    await me.begin();
    expect((await swapLimit()).rollingDay.remaining).toBe(before);
  });

  async function place(customerId: string, value: string): Promise<void> {
    const quoteId = createId('quo', clock);
    const minor = `${value.replace('.', '')}${'0'.repeat(16)}`;
    await db
      .insertInto('quote')
      .values({
        id: quoteId,
        customer_id: customerId,
        pay_currency: 'WUSD',
        receive_currency: 'SGD',
        pay: minor,
        receive: '100',
        rate: '1',
        basis_points: 0,
        charge: '0',
        value: minor,
        expires_at: clock.now(),
      })
      .execute();
    await db
      .insertInto('otc_order')
      .values({
        id: createId('otc', clock),
        customer_id: customerId,
        quote_id: quoteId,
        currency: 'SGD',
        status: 'completed',
        due_at: null,
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
  }
});

describe('a valuation', () => {
  test('adds up every balance at its rate, rounded down', async () => {
    const { total, course, currency } = await me.api.walletAccounts.getValuation({ currency: 'SGD' });
    expect(currency).toBe('SGD');
    const price = async (of: string): Promise<string> =>
      of === 'WUSD' || of === 'USD' ? '1' : ((await gateways.rates?.priceInUsd(of)) ?? '0');
    let expected = '0';
    for (const { currency: of, available, held } of await me.api.walletAccounts.list()) {
      const rate = crossRate(await price(of), await price('SGD'));
      expected = add(expected, convert(add(available, held), rate, 18, 'down'));
    }
    expect(total).toBe(roundDown(expected, 2));
    expect(course).toHaveLength(31);
    expect(course.at(-1)?.total).toBe(total);
    expect(course[0]?.total).toBe('0.00');
  });

  test('of an earlier time uses the ledger balances of that time', async () => {
    const { id } = await ownerOf(services, mei.username);
    const { account_id: account } = await db
      .selectFrom('wallet_account')
      .select('account_id')
      .where('customer_id', '=', id)
      .where('currency', '=', 'WUSD')
      .executeTakeFirstOrThrow();
    const postings = await db
      .selectFrom('posting')
      .innerJoin('transfer', 'transfer.id', 'posting.transfer_id')
      .select(['event_time as at', 'balance_after as balance'])
      .where('account_id', '=', account)
      .orderBy('version')
      .execute();
    expect(postings.length).toBeGreaterThan(0);
    const ask = async (at: Date): Promise<string> =>
      (await sql<{ held: string }>`select balance_at(${account}, ${at}) as held`.execute(db)).rows[0]?.held ?? '';
    expect(await ask(new Date((postings[0]?.at.getTime() ?? 0) - 1))).toBe('0');
    for (const { at } of postings) {
      const last = postings.findLast((posting) => posting.at <= at);
      expect(await ask(at)).toBe(last?.balance);
    }
  });

  test('returns the value of each balance; the values add up to the total except for rounding', async () => {
    const { id } = await ownerOf(services, mei.username);
    const { total, values } = await readValuation(services, id, 'EUR', 30);
    expect(values.length).toBeGreaterThan(1);
    expect(new Set(values.map(({ currency }) => currency)).size).toBe(values.length);
    const sum = values.reduce((all, { value }) => add(all, value), '0');
    expect(compare(sum, total)).toBeLessThanOrEqual(0);
    expect(compare(subtract(total, sum), `0.${String(values.length).padStart(2, '0')}`)).toBeLessThanOrEqual(0);
  });

  test('fails with SERVICE_UNAVAILABLE without market rates', async () => {
    const silent = { db, clock, gateways: { ...gateways, rates: { priceInUsd: async () => undefined } } };
    const { id } = await ownerOf(services, mei.username);
    await expect(readValuation(silent, id, 'EUR', 30)).rejects.toMatchObject({ errorName: 'SERVICE_UNAVAILABLE' });
  });
});
