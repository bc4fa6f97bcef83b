import type { HistoryEntry } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare, roundDown } from '@wusd/api-sdk/money';
import { bcp47, formatDateTime, formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { stringify } from 'csv-stringify/sync';
import { renderStatement } from '../../platform/documents/pdf.ts';
import type { KeptFile } from '../../platform/files/files.ts';
import { networkNameOf } from '../../platform/registry/networks.ts';
import { findCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import { bookedAmounts } from './booked-amounts.ts';
import type { HistoryFilter, HistoryReader } from './legs.ts';
import { readHistory } from './search.ts';

export interface ExportRequest {
  reader: HistoryReader;
  filter: HistoryFilter;
  format: 'CSV' | 'PDF';
}

type Files = Pick<Services, 'db' | 'clock' | 'vault' | 'gateways' | 'settings'>;
/** Of how many entries the file tells by now. @throws what ends the writing */
type Progress = (written: number) => Promise<void> | void;

/** What a filter shows, as a file for one's records; in the language asked for. */
export async function exportFile(
  files: Files,
  what: ExportRequest,
  onProgress: Progress = () => {},
): Promise<KeptFile> {
  return what.format === 'CSV' ? asCsv(files, what, onProgress) : asStatement(files, what, onProgress);
}

/**
 * Exact amounts apart from their currencies and without grouping, times in UTC and as ISO 8601: for programs. `In` less `Out` is the change
 * of the balance. A cell that a spreadsheet would take for a formula is made text (OWASP, CSV injection).
 */
async function asCsv(files: Files, { reader, filter }: ExportRequest, onProgress: Progress): Promise<KeptFile> {
  const { words, kind, place } = sayer(files, reader.language);
  const columns = [
    'time',
    'kind',
    'status',
    'amount',
    'amountCurrency',
    'paid',
    'paidCurrency',
    'received',
    'receivedCurrency',
    'fee',
    'feeCurrency',
    'by',
    'reference',
    'id',
  ];
  const options = { escape_formulas: true, record_delimiter: 'windows' };
  // Spreadsheets take a file for UTF-8 by its first bytes.
  const parts = ['\uFEFF', stringify([columns.map((column) => words(`column.${column}`))], options)];
  let written = 0;
  for await (const entries of readHistory(files.db, reader, filter)) {
    const bookedOf = await bookedAmounts(files.db, entries);
    const rows = entries.map((entry) => {
      const { credited, debited } = bookedOf(entry);
      return [
        entry.createTime,
        kind(entry),
        words(`status.${wordOf(entry.status)}`),
        ...cells(amountOf(entry)),
        ...cells(debited),
        ...cells(credited),
        ...cells(credited || debited ? entry.fee : undefined),
        place(entry),
        entry.reference ?? '',
        entry.id,
      ];
    });
    parts.push(stringify(rows, options));
    written += entries.length;
    await onProgress(written);
  }
  return { mediaType: 'text/csv', fileName: fileName(files, 'csv'), bytes: Buffer.from(parts.join('')) };
}

/** What an entry is about, whether it is booked or not: what arrives, or what a swap or a run begins with. */
const amountOf = ({ kind, pay, receive, undisclosed }: HistoryEntry): HistoryEntry['fee'] =>
  undisclosed ? undefined : kind === 'deposit' || kind === 'withdrawal' ? receive : pay;

const cells = (money: HistoryEntry['fee']): [string, string] => (money ? [exact(money), money.currency] : ['', '']);

/** With its currency's decimals, or more where the ledger has more: a sum of rounded amounts is not the balance. */
function exact({ amount, currency }: NonNullable<HistoryEntry['fee']>): string {
  const rounded = roundDown(amount, decimalsOf(currency));
  return compare(rounded, amount) === 0 ? rounded : amount.replace(/0+$/, '');
}

async function asStatement(files: Files, { reader, filter }: ExportRequest, onProgress: Progress): Promise<KeptFile> {
  const language = languageOf(reader.language);
  const { words, kind, place } = sayer(files, language);
  const customer = await findCustomer(files.db, files.vault, reader.customerId);
  const amount = (money: HistoryEntry['fee']): string =>
    money ? formatMoney(language, money.amount, money.currency, decimalsOf(money.currency)) : '';
  async function* rows(): AsyncGenerator<string[][]> {
    let written = 0;
    for await (const entries of readHistory(files.db, reader, filter)) {
      const bookedOf = await bookedAmounts(files.db, entries);
      yield entries.map((entry) => {
        const { credited, debited } = bookedOf(entry);
        // An entry that moved nothing tells its amount beside its kind, where nobody adds it up.
        const unbooked = credited || debited ? '' : amount(amountOf(entry));
        return [
          formatDateTime(language, entry.createTime),
          [kind(entry), place(entry), unbooked].filter((part) => part !== '').join(' · '),
          amount(debited),
          amount(credited),
          words(`status.${wordOf(entry.status)}`),
          entry.id,
        ];
      });
      written += entries.length;
      await onProgress(written);
    }
    if (written === 0) yield [[words('nothing'), '', '', '', '', '']];
  }
  const now = files.clock.now();
  const bytes = await renderStatement({
    language: bcp47(language),
    title: words('title'),
    subtitle: words('about', {
      customer: customer?.fullName ?? '',
      from: filter.from === undefined ? words('beginning') : formatDateTime(language, filter.from),
      to: formatDateTime(language, filter.to ?? now),
    }),
    columns: [
      { label: words('column.timeSingapore'), width: 16 },
      { label: words('column.kind'), width: 24 },
      { label: words('column.paid'), width: 17, isNumber: true },
      { label: words('column.received'), width: 17, isNumber: true },
      { label: words('column.status'), width: 15 },
      { label: words('column.id'), width: 24 },
    ],
    rows: rows(),
    pageLabel: (number) => words('page', { number: String(number) }),
    footer: words('footer', { support: files.settings.supportEmail }),
    createdAt: now,
  });
  return { mediaType: 'application/pdf', fileName: fileName(files, 'pdf'), bytes };
}

function sayer({ gateways }: Files, asked: string | undefined) {
  const words = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(languageOf(asked), `message.history.${id}`, values);
  return {
    words,
    kind: ({ kind }: HistoryEntry): string => words(`kind.${wordOf(kind)}`),
    /** Over what it travelled. */
    place: ({ networkId, partnerId }: HistoryEntry): string => {
      if (networkId !== undefined) return networkNameOf(networkId);
      return gateways.partners.find(({ id }) => id === partnerId)?.name ?? '';
    },
  };
}

/** `to be confirmed` as messages name it. */
const wordOf = (text: string): string => text.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());

const fileName = ({ clock }: Files, extension: string): string =>
  `wusd-history-${clock.now().toISOString().slice(0, 10)}.${extension}`;
