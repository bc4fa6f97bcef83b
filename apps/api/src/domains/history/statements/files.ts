import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatDay, formatExactAmount, formatMonth } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { findCustomer } from '../../../commands/customers.ts';
import { renderStatement } from '../../../platform/documents/pdf.ts';
import type { KeptFile } from '../../../platform/files/files.ts';
import type { Services } from '../../services.ts';
import { byteOrderMark, csvLines, exactDecimal } from '../csv.ts';
import { readEntries, type StatementEntry } from './entries.ts';
import type { StatementRange, StatementReader } from './statements.ts';

type FileServices = Pick<Services, 'db' | 'clock' | 'vault' | 'settings'>;

export interface StatementFileRequest {
  reader: StatementReader & { language: string | undefined };
  range: StatementRange;
}

const translator =
  (language: string | undefined) =>
  (id: string, values: Record<string, string> = {}): string =>
    formatMessage(languageOf(language), `message.${id}`, values);

/**
 * Renders a machine-readable file: exact signed amounts without grouping, times in UTC as ISO 8601. The first line has
 * the opening balance and the last line the closing balance. Both have no amount, so that the amounts add up to the
 * difference of the balances.
 */
export async function renderStatementCsv(
  services: FileServices,
  { reader, range }: StatementFileRequest,
): Promise<KeptFile> {
  const { currency, from, to, openingBalance, closingBalance } = range.statement;
  const translate = translator(reader.language);
  const exact = (amount: string): string => exactDecimal(amount, currency);
  const balanceLine = (time: string, name: 'opening' | 'closing', balance: string): string[] => [
    time,
    translate(`statement.${name}`),
    '',
    '',
    '',
    '',
    currency,
    exact(balance),
    '',
  ];
  const head = [
    'history.column.time',
    'statement.column.kind',
    'statement.column.counterparty',
    'statement.column.account',
    'history.column.reference',
    'statement.column.amount',
    'statement.column.currency',
    'statement.column.balance',
    'history.column.id',
  ];
  const parts = [
    byteOrderMark,
    csvLines([head.map((id) => translate(id)), balanceLine(from, 'opening', openingBalance)]),
  ];
  for await (const entries of readEntries(services, reader, range))
    parts.push(
      csvLines(
        entries.map(({ time, kind, id, details: { reference, counterparty }, amount, balance }) => [
          time.toISOString(),
          translate(`statement.kind.${kind}`),
          counterparty?.name ?? '',
          counterparty?.account ?? '',
          reference ?? '',
          exact(amount),
          currency,
          exact(balance),
          id,
        ]),
      ),
    );
  parts.push(csvLines([balanceLine(to, 'closing', closingBalance)]));
  return { mediaType: 'text/csv', fileName: fileName(range, 'csv'), bytes: Buffer.from(parts.join('')) };
}

/** Renders a PDF in memory. Amounts show every digit, because rounded amounts would not add up. */
export async function renderStatementPdf(
  services: FileServices,
  { reader, range }: StatementFileRequest,
): Promise<KeptFile> {
  const { currency, from, to, isComplete, openingBalance, closingBalance } = range.statement;
  const language = languageOf(reader.language);
  const translate = translator(language);
  const customer = await findCustomer(services.db, services.vault, reader.customerId);
  const amountOf = (amount: string): string => formatExactAmount(language, amount, decimalsOf(currency));
  const lastDay = new Date(Date.parse(to) - 1);
  const lineOf = ({ time, kind, id, details: { reference, counterparty }, amount, balance }: StatementEntry) => [
    formatDateTime(language, time),
    [translate(`statement.kind.${kind}`), counterparty?.name, counterparty?.account].filter(Boolean).join(' · '),
    reference ?? '',
    id,
    amountOf(amount),
    amountOf(balance),
  ];
  async function* rows(): AsyncGenerator<string[][]> {
    yield [[formatDay(language, from), translate('statement.opening'), '', '', '', amountOf(openingBalance)]];
    // Small pages, so that the event loop serves other requests between them.
    for await (const entries of readEntries(services, reader, range, 100)) yield entries.map(lineOf);
    const end = isComplete ? formatDay(language, lastDay) : formatDateTime(language, to);
    yield [[end, translate('statement.closing'), '', '', '', amountOf(closingBalance)]];
  }
  const bytes = await renderStatement({
    language: bcp47(language),
    title: translate('statement.title', { currency, month: formatMonth(language, from) }),
    subtitle: translate(isComplete ? 'statement.about' : 'statement.soFar', {
      customer: customer?.fullName ?? '',
      from: formatDay(language, from),
      to: isComplete ? formatDay(language, lastDay) : formatDateTime(language, to),
    }),
    columns: [
      { label: translate('history.column.timeSingapore'), width: 15 },
      { label: translate('statement.column.details'), width: 25 },
      { label: translate('history.column.reference'), width: 21 },
      { label: translate('history.column.id'), width: 20 },
      { label: translate('statement.column.amount'), width: 17, isNumber: true },
      { label: translate('statement.column.balance'), width: 17, isNumber: true },
    ],
    rows: rows(),
    pageLabel: (number) => translate('history.page', { number: String(number) }),
    footer: translate('statement.footer', { support: services.settings.supportEmail }),
    createdAt: services.clock.now(),
  });
  return { mediaType: 'application/pdf', fileName: fileName(range, 'pdf'), bytes };
}

const fileName = ({ statement: { currency, month } }: StatementRange, extension: string): string =>
  `wusd-statement-${currency}-${month}.${extension}`;
