import { createWalletClient, type HistoryEntry } from '@wusd/api-sdk';
import { scopes } from '@wusd/api-sdk/domain';
import { roundDown } from '@wusd/api-sdk/money';
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '../src/domains/operations/retention.ts';
import { exportFile } from '../src/domains/history/export-files.ts';
import { findExport, runExports, requestExport } from '../src/domains/history/export-jobs.ts';
import { ownerOf, seedCounterparties, seedMovements } from '../testing/movements.ts';
import { asMei } from '../testing/as-mei.ts';
import { watchVault } from '../testing/watch-vault.ts';
import { advance, clientOf, eventually, mei, signIn } from '../testing/harness.ts';

// Exports of a customer's history as CSV and PDF.

const me = await asMei();
const { node, other, services } = me;
const { db } = services;

async function all(query: Parameters<typeof me.api.history.search>[0] = {}): Promise<HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  for await (const entry of me.api.history.search(query)) found.push(entry);
  return found;
}

describe('an export', () => {
  beforeAll(async () => seedMovements(services, await ownerOf(services, mei.username), 40));
  const textOf = async ({ blob }: { blob: Blob }): Promise<string> => blob.text();

  test('as CSV has the listed entries, oldest first, in columns for programs and spreadsheets', async () => {
    const filter = { kind: 'deposit', asset: 'fiat', currency: 'USD' } as const;
    const file = await me.api.history.export({ format: 'CSV', ...filter });
    expect(file.fileName).toMatch(/^wusd-history-\d{4}-\d\d-\d\d\.csv$/);
    const [head = '', ...rows] = parse(await textOf(file), { bom: true });
    expect(head).toHaveLength(14);
    const listed = await all({ filter, sort: 'oldest', size: 100 });
    expect(rows.map((row) => [row[0], row[1], row[2], row[7], row[8], row.at(-1)])).toEqual(
      listed.map(({ createTime, receive, id }) => [
        createTime,
        'Deposit',
        'Completed',
        roundDown(receive?.amount ?? '', 2),
        'USD',
        id,
      ]),
    );
  });

  test('has no cell that a spreadsheet would calculate (control 22)', async () => {
    const { id } = await ownerOf(services, mei.username);
    const [row] = await db
      .selectFrom('fiat_transaction')
      .select('id')
      .where('customer_id', '=', id)
      .where('direction', '=', 'deposit')
      .limit(1)
      .execute();
    // The bank's text for a line.
    await db
      .updateTable('fiat_transaction')
      .set({ statement_line: '=HYPERLINK("http://evil.example","1")' })
      .where('id', '=', row?.id ?? '')
      .execute();
    const cells = parse(await textOf(await me.api.history.export({ format: 'CSV' })), { bom: true }).flat();
    expect(cells.some((cell) => cell.includes('HYPERLINK'))).toBe(true);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });

  test('decrypts no counterparty, because it prints none', async () => {
    const owner = await ownerOf(services, mei.username);
    await seedCounterparties(services, owner);
    const reader = { customerId: owner.id, scopes, language: undefined };
    const { vault, opened } = watchVault(services.vault);
    await exportFile({ ...services, vault }, { reader, filter: {}, format: 'CSV' });
    expect(opened()).toBe(0);
  });

  test('as PDF names its customer and has every entry, in each language', async () => {
    for (const [language, title] of [
      ['en_US', 'Statement of movements'],
      ['zh_CN', '对账单'],
      ['th_TH', 'รายการเดินบัญชี'],
    ] as const) {
      const reading = createWalletClient({
        baseUrl: node.baseUrl,
        auth: { getAccessToken: async () => me.tokens.access_token },
        language: () => language,
      });
      const { blob, fileName } = await reading.history.export({ format: 'PDF' });
      expect(fileName).toMatch(/\.pdf$/);
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await blob.arrayBuffer())), {
        mergePages: true,
      });
      expect(text).toContain(title);
      expect(text).toContain('Mei Tan');
      for (const { id } of await all({ size: 100 })) expect(text.replaceAll(/\s/g, '')).toContain(id);
    }
  });

  test('above the limit of a direct download is refused, and runs as a job that shows its progress', async () => {
    await seedMovements(services, await ownerOf(services, mei.username), 1100);
    await expect(me.api.history.export({ format: 'CSV' })).rejects.toMatchObject({ errorName: 'EXPORT_TOO_LONG' });
    const job = await me.api.history.startExport({ format: 'CSV' });
    expect(job).toMatchObject({ status: 'processing', done: 0 });
    const made = await eventually(async () => {
      const now = await me.api.history.getExport(job.id);
      return now.status === 'completed' ? now : undefined;
    });
    expect(made.done).toBe(made.total);
    const rows = parse(await textOf(await me.api.history.getExportFile(job.id)), { bom: true }).slice(1);
    expect(rows).toHaveLength(made.total);
    expect(new Set(rows.map((row) => `${row[1]}${row.at(-1)}`)).size).toBe(made.total);
  });

  test('belongs to its customer, is replaced by the next one, and is deleted after a day (control 15)', async () => {
    const first = await me.api.history.startExport({ format: 'CSV' });
    const second = await me.api.history.startExport({ format: 'CSV', kind: 'deposit' });
    await expect(me.api.history.getExport(first.id)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await eventually(async () =>
      (await me.api.history.getExport(second.id)).status === 'completed' ? true : undefined,
    );
    const somchai = clientOf(node, await signIn(node, { username: 'somchai@demo.example', password: mei.password }));
    await expect(somchai.history.getExport(second.id)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await expect(somchai.history.getExportFile(second.id)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    const { id: customerId } = await ownerOf(services, mei.username);
    await advance(25 * 60 * 60, node, other);
    await deleteExpiredRows(services);
    await expect(findExport(db, customerId, second.id)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
  });

  test('that stops midway on one node is completed by another run', async () => {
    const { id: customerId } = await ownerOf(services, mei.username);
    const job = await requestExport(services, {
      reader: { customerId, scopes, language: undefined },
      filter: {},
      format: 'CSV',
    });
    let pages = 0;
    // This run aborts after its first pages. The workers of the nodes then complete the export.
    await runExports(services, { isStopping: () => (pages += 1) > 2 });
    const made = await eventually(async () => {
      const found = await findExport(db, customerId, job.id);
      return found.status === 'completed' ? found : undefined;
    });
    expect(made.done).toBe(made.total);
  });
});
