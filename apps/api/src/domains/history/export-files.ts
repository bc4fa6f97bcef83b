import type { HistoryEntry } from '@wusd/api-sdk';
import { decimalsOf } from '@wusd/api-sdk/domain';
import { bcp47, formatDateTime, formatMoney } from '@wusd/i18n';
import { formatMessage, languageOf } from '@wusd/i18n/server';
import { renderStatement } from '../../platform/documents/pdf.ts';
import type { KeptFile } from '../../platform/files/files.ts';
import { networkNameOf } from '@wusd/server-kit/registry/networks';
import { findCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import { bookedAmounts } from './booked-amounts.ts';
import { byteOrderMark, csvLines, exactDecimal } from './csv.ts';
import type { HistoryFilter, HistoryReader } from './sources.ts';
import { readHistory } from './search.ts';

export interface ExportRequest {
  reader: HistoryReader;
  filter: HistoryFilter;
  format: 'CSV' | 'PDF';
}

type ExportServices = Pick<Services, 'db' | 'clock' | 'vault' | 'gateways' | 'settings'>;
/** Called with the number of entries written so far. @throws an error that aborts the export */
type Progress = (written: number) => Promise<void> | void;

/** Exports the entries that match a filter, in the reader's language. */
export async function exportFile(
  services: ExportServices,
  request: ExportRequest,
  onProgress: Progress = () => {},
): Promise<KeptFile> {
  return request.format === 'CSV' ? renderCsv(services, request, onProgress) : renderPdf(services, request, onProgress);
}

/**
 * Renders a machine-readable file: exact amounts without grouping, currencies in separate columns, times in UTC as ISO
 * 8601. The received amounts minus the paid amounts equal the change of the balance.
 */
async function renderCsv(
  services: ExportServices,
  { reader, filter }: ExportRequest,
  onProgress: Progress,
): Promise<KeptFile> {
  const { translate, kind, place } = createFormatters(services, reader.language);
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
  const parts = [byteOrderMark, csvLines([columns.map((column) => translate(`column.${column}`))])];
  let written = 0;
  for await (const entries of readHistory(services, reader, filter)) {
    const bookedOf = await bookedAmounts(services.db, entries);
    const rows = entries.map((entry) => {
      const { credited, debited } = bookedOf(entry);
      return [
        entry.createTime,
        kind(entry),
        translate(`status.${messageKeyOf(entry.status)}`),
        ...cells(amountOf(entry)),
        ...cells(debited),
        ...cells(credited),
        ...cells(credited || debited ? entry.fee : undefined),
        place(entry),
        entry.reference ?? '',
        entry.id,
      ];
    });
    parts.push(csvLines(rows));
    written += entries.length;
    await onProgress(written);
  }
  return { mediaType: 'text/csv', fileName: fileName(services, 'csv'), bytes: Buffer.from(parts.join('')) };
}

/**
 * The amount of an entry, booked or not: the received amount, or for a swap or an auto-redemption run the paid amount.
 */
const amountOf = ({ kind, pay, receive, undisclosed }: HistoryEntry): HistoryEntry['fee'] =>
  undisclosed ? undefined : kind === 'deposit' || kind === 'withdrawal' ? receive : pay;

const cells = (money: HistoryEntry['fee']): [string, string] =>
  money ? [exactDecimal(money.amount, money.currency), money.currency] : ['', ''];

async function renderPdf(
  services: ExportServices,
  { reader, filter }: ExportRequest,
  onProgress: Progress,
): Promise<KeptFile> {
  const language = languageOf(reader.language);
  const { translate, kind, place } = createFormatters(services, language);
  const customer = await findCustomer(services.db, services.vault, reader.customerId);
  const amount = (money: HistoryEntry['fee']): string =>
    money ? formatMoney(language, money.amount, money.currency, decimalsOf(money.currency)) : '';
  async function* rows(): AsyncGenerator<string[][]> {
    let written = 0;
    for await (const entries of readHistory(services, reader, filter)) {
      const bookedOf = await bookedAmounts(services.db, entries);
      yield entries.map((entry) => {
        const { credited, debited } = bookedOf(entry);
        // An entry without booked amounts shows its amount next to its kind, outside the columns that add up.
        const unbooked = credited || debited ? '' : amount(amountOf(entry));
        return [
          formatDateTime(language, entry.createTime),
          [kind(entry), place(entry), unbooked].filter((part) => part !== '').join(' · '),
          amount(debited),
          amount(credited),
          translate(`status.${messageKeyOf(entry.status)}`),
          entry.id,
        ];
      });
      written += entries.length;
      await onProgress(written);
    }
    if (written === 0) yield [[translate('nothing'), '', '', '', '', '']];
  }
  const now = services.clock.now();
  const bytes = await renderStatement({
    language: bcp47(language),
    title: translate('title'),
    subtitle: translate('about', {
      customer: customer?.fullName ?? '',
      from: filter.from === undefined ? translate('beginning') : formatDateTime(language, filter.from),
      to: formatDateTime(language, filter.to ?? now),
    }),
    columns: [
      { label: translate('column.timeSingapore'), width: 16 },
      { label: translate('column.kind'), width: 24 },
      { label: translate('column.paid'), width: 17, isNumber: true },
      { label: translate('column.received'), width: 17, isNumber: true },
      { label: translate('column.status'), width: 15 },
      { label: translate('column.id'), width: 24 },
    ],
    rows: rows(),
    pageLabel: (number) => translate('page', { number: String(number) }),
    footer: translate('footer', { support: services.settings.supportEmail }),
    createdAt: now,
  });
  return { mediaType: 'application/pdf', fileName: fileName(services, 'pdf'), bytes };
}

function createFormatters({ gateways }: ExportServices, language: string | undefined) {
  const translate = (id: string, values: Record<string, string> = {}): string =>
    formatMessage(languageOf(language), `message.history.${id}`, values);
  return {
    translate,
    kind: ({ kind }: HistoryEntry): string => translate(`kind.${messageKeyOf(kind)}`),
    /** Name of the network or the bank. */
    place: ({ networkId, partnerId }: HistoryEntry): string => {
      if (networkId !== undefined) return networkNameOf(networkId);
      return gateways.partners.find(({ id }) => id === partnerId)?.name ?? '';
    },
  };
}

/** Converts a status such as `to be confirmed` to its message key, `toBeConfirmed`. */
const messageKeyOf = (text: string): string =>
  text.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase());

const fileName = ({ clock }: ExportServices, extension: string): string =>
  `wusd-history-${clock.now().toISOString().slice(0, 10)}.${extension}`;
