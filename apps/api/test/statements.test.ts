import { createWalletClient, type Statement } from '@wusd/api-sdk';
import { type Currency, kindOf } from '@wusd/api-sdk/domain';
import { formatExactAmount } from '@wusd/i18n';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderStatementCsv } from '../src/domains/history/statements/files.ts';
import { monthOf } from '../src/domains/history/statements/months.ts';
import { findStatement, searchStatements } from '../src/domains/history/statements/statements.ts';
import { customerAccount, bankAccount, postAll } from '../src/ledger/ledger.ts';
import { currencyOf } from '@wusd/server-kit/registry/currencies';
import { transact } from '../src/platform/database/database.ts';
import { asMei } from '../testing/as-mei.ts';
import { clientOf, mei, signIn } from '../testing/harness.ts';
import { ownerOf } from '../testing/movements.ts';
import { expectStatements, readerOf } from '../testing/statements.ts';
import { watchVault } from '../testing/watch-vault.ts';

// Monthly statements: the list, access to it, and the contents of the files.

const me = await asMei();
const { node, services } = me;
const { db } = services;
beforeAll(() => node.api.sandbox.replay({ subjectId: mei.username, seed: 11, days: 75 }));

describe('the statements of a customer', () => {
  test('begin with the month of the first movement, and the current month is marked as incomplete', async () => {
    const { items } = await me.api.statements.search({ filter: { currency: 'USD' }, size: 100 });
    const [current, ...finished] = items;
    expect(current).toMatchObject({ currency: 'USD', isComplete: false });
    expect(current?.to.slice(0, 16)).toBe(services.clock.now().toISOString().slice(0, 16));
    expect(finished.length).toBeGreaterThan(1);
    expect(finished.every(({ isComplete }) => isComplete)).toBe(true);
    expect(finished.at(-1)?.openingBalance).toBe('0.00');
    expect(finished[0]?.from.slice(10)).toBe('T16:00:00.000Z');
    const before = finished.at(-1)?.month.replace(/^\d{4}/, '2020') ?? '';
    for (const month of [before, '2099-12'])
      await expect(me.api.statements.download({ currency: 'USD', month }, 'CSV')).rejects.toMatchObject({
        errorName: 'NOT_FOUND',
      });
  });

  test('are listed in pages, newest month first, each once', async () => {
    const whole = await me.api.statements.search({ size: 100 });
    const paged: Statement[] = [];
    for await (const statement of me.api.statements.search({ size: 3 })) paged.push(statement);
    const keyOf = ({ month, currency }: Statement): string => `${month} ${currency}`;
    expect(paged.slice(0, 100).map(keyOf)).toEqual(whole.items.map(keyOf));
    expect(new Set(paged.map(keyOf)).size).toBe(paged.length);
    const months = paged.map(({ month }) => month);
    expect(months).toEqual(months.toSorted().toReversed());
    await expect(me.api.statements.search({ cursor: 'AAAA' })).rejects.toMatchObject({ errorName: 'INVALID_REQUEST' });
  });

  test('need the scopes of every kind of movement (control 17)', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const fiat = ['deposit.fiat.view', 'withdraw.fiat.view', 'swap'].map((scope) => `wallet_history.${scope}`);
    const view = { customerId, scopes: fiat };
    const { items } = await searchStatements(services, view, { size: 100 });
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ currency }) => kindOf(currency) === 'fiat')).toBe(true);
    const missing = { errorName: 'SCOPE_MISSING' };
    await expect(searchStatements(services, view, { filter: { currency: 'WUSD' } })).rejects.toMatchObject(missing);
    for (const scope of fiat) {
      const part = { customerId, scopes: fiat.filter((each) => each !== scope) };
      expect((await searchStatements(services, part, {})).items).toEqual([]);
    }
    const [statement = { currency: 'USD' as const, month: '2026-11' }] = items;
    await expect(findStatement(services, view, statement)).rejects.toMatchObject(missing);
  });
});

describe('a downloaded statement', () => {
  const newest = async (currency: Currency): Promise<Statement> => {
    const { items } = await me.api.statements.search({ filter: { currency }, size: 1 });
    const [statement] = items;
    if (!statement) throw new Error(`There is no statement in ${currency}`);
    return statement;
  };

  /** The newest payout of a customer, with the month of its debit. */
  async function payoutOf(customerId: string) {
    const row = await db
      .selectFrom('fiat_transaction')
      .innerJoin('transfer', 'transfer.entity_id', 'fiat_transaction.id')
      .select(['fiat_transaction.id', 'currency', 'event_time'])
      .where('customer_id', '=', customerId)
      .where('transfer.kind', '=', 'fiat withdrawal')
      .orderBy('event_time', 'desc')
      .executeTakeFirstOrThrow();
    return { id: row.id, currency: currencyOf(row.currency), month: monthOf(row.event_time) };
  }

  test('belongs to its customer only (control 15)', async () => {
    const somchai = clientOf(node, await signIn(node, { username: 'somchai@demo.example', password: mei.password }));
    await expect(somchai.statements.download(await newest('USD'), 'CSV')).rejects.toMatchObject({
      errorName: 'NOT_FOUND',
    });
    expect((await somchai.statements.search()).items).toEqual([]);
  });

  test('names the counterparty as the history does, and has no cell that a spreadsheet would calculate (control 22)', async () => {
    const { id } = await ownerOf(services, mei.username);
    const row = await payoutOf(id);
    await db
      .updateTable('fiat_transaction')
      .set({ end_to_end_id: '=HYPERLINK("http://evil.example","1")' })
      .where('id', '=', row.id)
      .execute();
    const files = await Promise.all(
      (await me.api.statements.search({ filter: { currency: row.currency }, size: 100 })).items.map(
        async (statement) => {
          const { blob, fileName } = await me.api.statements.download(statement, 'CSV');
          expect(fileName).toBe(`wusd-statement-${row.currency}-${statement.month}.csv`);
          return blob.text();
        },
      ),
    );
    const rows = files.flatMap((text): Record<string, string>[] => parse(text, { bom: true, columns: true }));
    const { items } = await me.api.history.search({ filter: { text: row.id } });
    const { name, account } = items.find((entry) => entry.id === row.id)?.counterparty ?? {};
    expect(rows.find((each) => each['Id'] === row.id)).toMatchObject({
      Type: 'Withdrawal',
      'To or from': name,
      'Their account': account,
    });
    const cells = rows.flatMap((each) => Object.values(each));
    expect(cells.some((cell) => cell.includes('HYPERLINK'))).toBe(true);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-\d+\.\d+$/.test(cell))).toEqual([]);
  });

  test('as PDF has every movement and both balances, in each language', async () => {
    for (const [language, title, opening] of [
      ['en_US', 'USD statement', 'Opening balance'],
      ['zh_CN', 'USD 对账单', '期初余额'],
      ['th_TH', 'รายการเดินบัญชี USD', 'ยอดยกมา'],
    ] as const) {
      const reading = createWalletClient({
        baseUrl: node.baseUrl,
        auth: { getAccessToken: async () => me.tokens.access_token },
        language: () => language,
      });
      const [, statement] = (await reading.statements.search({ filter: { currency: 'USD' }, size: 2 })).items;
      if (!statement) throw new Error('There is no finished month');
      const { blob, fileName } = await reading.statements.download(statement, 'PDF');
      expect(fileName).toBe(`wusd-statement-USD-${statement.month}.pdf`);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await blob.arrayBuffer())), {
        mergePages: true,
      });
      for (const part of [title, opening, 'Mei Tan']) expect(text).toContain(part);
      const shown = text.replaceAll(/\s/g, '');
      for (const amount of [statement.openingBalance, statement.closingBalance])
        expect(shown).toContain(formatExactAmount(language, amount, 2));
      const ids = [...shown.matchAll(/(?:ftx|otc)_[0-9a-z]{26}/g)];
      expect(ids).toHaveLength(statement.count);
    }
  });

  test('is refused above the size of its format, and has all movements as CSV', async () => {
    const { id } = await ownerOf(services, mei.username);
    const count = 5001;
    await transact(db, async (trx) => {
      const [bank, account] = [
        await bankAccount(trx, services.clock, 'dbs', 'HKD'),
        await customerAccount(trx, services.clock, id, 'HKD'),
      ];
      const eventTime = services.clock.now();
      await postAll(
        trx,
        Array.from({ length: count }, (_, index) => ({
          id: `many:${index}`,
          kind: 'fiat deposit',
          entityId: `ftx_many${index}`,
          eventTime,
          legs: [
            { account: bank, amount: 1n },
            { account, amount: -1n },
          ],
        })),
      );
    });
    const statement = await newest('HKD');
    expect(statement.count).toBeGreaterThanOrEqual(count);
    await expect(me.api.statements.download(statement, 'PDF')).rejects.toMatchObject({
      errorName: 'STATEMENT_TOO_LONG',
    });
    await expectStatements(services, id);
  });

  test('decrypts only the counterparties that it prints', async () => {
    const { id } = await ownerOf(services, mei.username);
    const { currency, month } = await payoutOf(id);
    const range = await findStatement(services, readerOf(id), { currency, month });
    const { vault, opened } = watchVault(services.vault);
    const { bytes } = await renderStatementCsv({ ...services, vault }, { reader: readerOf(id), range });
    const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true });
    const named = new Set(rows.flatMap((row) => (row['To or from'] ? row['Id'] : [])));
    expect(named.size).toBeGreaterThan(0);
    expect(opened()).toBe(named.size);
  });

  test('is limited to a number of files per hour', async () => {
    const { id } = await ownerOf(services, mei.username);
    await db
      .insertInto('throttle')
      .values({ key: `statement:${id}`, window_start: services.clock.now(), count: 120 })
      .execute();
    await expect(me.api.statements.download(await newest('USD'), 'CSV')).rejects.toMatchObject({
      errorName: 'TOO_MANY_REQUESTS',
    });
  });
});
