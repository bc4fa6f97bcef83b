import type { Statement } from '@wusd/api-sdk';
import { type Currency, scopes } from '@wusd/api-sdk/domain';
import { add, compare, fromMinor, subtract, toMinor } from '@wusd/api-sdk/money';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { renderStatementCsv } from '../src/domains/history/statements/files.ts';
import { findStatement, searchStatements, type StatementRange } from '../src/domains/history/statements/statements.ts';
import type { Services } from '../src/domains/services.ts';
import { readBalances } from '../src/domains/wallet/accounts/balances.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { present } from '@wusd/server-kit/testing/present';
import { readConsistently } from './consistent-read.ts';

// Compares statements with the ledger.

export const readerOf = (customerId: string) => ({ customerId, scopes, language: undefined });

async function rangesOf(services: Services, customerId: string): Promise<StatementRange[]> {
  const ranges: StatementRange[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchStatements(services, readerOf(customerId), { size: 7, ...(cursor && { cursor }) });
    for (const { currency, month } of page.items)
      ranges.push(await findStatement(services, readerOf(customerId), { currency, month }));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ranges.toReversed();
}

interface Row {
  time: string;
  type: string;
  amount: string;
  balance: string;
  id: string;
}

async function rowsOf(services: Services, customerId: string, range: StatementRange): Promise<Row[]> {
  const { bytes } = await renderStatementCsv(services, { reader: readerOf(customerId), range });
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true });
  return rows.map((row) => ({
    time: row['Time (UTC)'] ?? '',
    type: row['Type'] ?? '',
    amount: row['Amount'] ?? '',
    balance: row['Balance'] ?? '',
    id: row['Id'] ?? '',
  }));
}

/** Returns a wallet's postings in order: time, entity, amount and balance after. */
async function postingsOf({ db }: Services, customerId: string, currency: Currency) {
  const rows = await db
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.account_id')
    .innerJoin('transfer', 'transfer.id', 'posting.transfer_id')
    .select(['event_time', 'entity_id', 'transfer.kind', 'amount', 'balance_after'])
    .where('owner', '=', customerId)
    .where('account.kind', '=', 'cust')
    .where('asset', '=', currency)
    .orderBy('posting.version')
    .execute();
  return rows.map((row) => ({ ...row, amount: -BigInt(row.amount), balance: BigInt(row.balance_after) }));
}

/** Compares every statement of a customer with the ledger. @returns the kinds of their transfers */
export const expectStatements = (services: Services, customerId: string): Promise<Set<string>> =>
  readConsistently(services.db, customerId, () => compareStatements(services, customerId));

async function compareStatements(services: Services, customerId: string): Promise<Set<string>> {
  const ranges = await rangesOf(services, customerId);
  const kinds = new Set<string>();
  for (const currency of new Set(ranges.map(({ statement }) => statement.currency))) {
    const own = ranges.filter(({ statement }) => statement.currency === currency);
    const rows: Row[] = [];
    let previous: Partial<Statement> = {
      to: own[0]?.statement.from ?? '',
      closingBalance: fromMinor(0n, scaleOf(currency)),
    };
    for (const range of own) {
      expect(range.statement.from).toBe(previous.to);
      expect(range.statement.openingBalance).toBe(previous.closingBalance);
      rows.push(...(await movementsOf(services, customerId, range)));
      previous = range.statement;
    }
    const postings = await postingsOf(services, customerId, currency);
    const minorOf = (amount: string): bigint => toMinor(amount, scaleOf(currency));
    expect(rows.map(({ time, amount, balance, id }) => [time, id, minorOf(amount), minorOf(balance)])).toEqual(
      postings.map(({ event_time: time, entity_id: id, amount, balance }) => [time.toISOString(), id, amount, balance]),
    );
    for (const { kind } of postings) kinds.add(kind);
    const wallet = (await readBalances(services, customerId)).find((each) => each.currency === currency);
    expect(compare(previous.closingBalance ?? '', add(wallet?.available ?? '', wallet?.held ?? ''))).toBe(0);
  }
  return kinds;
}

/**
 * Returns the transactions of a CSV statement, which must start and end with the balances and sum to their difference.
 */
async function movementsOf(services: Services, customerId: string, range: StatementRange): Promise<Row[]> {
  const { from, to, openingBalance, closingBalance, count } = range.statement;
  const rows = await rowsOf(services, customerId, range);
  const [first, last, movements] = [present(rows[0]), present(rows.at(-1)), rows.slice(1, -1)];
  expect([first.time, first.type, first.amount]).toEqual([from, 'Opening balance', '']);
  expect([last.time, last.type, last.amount]).toEqual([to, 'Closing balance', '']);
  expect(compare(first.balance, openingBalance)).toBe(0);
  expect(compare(last.balance, closingBalance)).toBe(0);
  expect(movements).toHaveLength(count);
  expect(movements.every(({ time }) => time >= from && time <= to)).toBe(true);
  const change = movements.reduce((sum, { amount }) => add(sum, amount), '0');
  expect(compare(change, subtract(closingBalance, openingBalance))).toBe(0);
  return movements;
}
