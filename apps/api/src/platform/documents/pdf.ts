// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';
import { openFont, type Run, runsOf } from './fonts.ts';

/** A one-page document for a customer's records: a heading, labelled lines and a footer. */
export interface Sheet {
  /** BCP 47. */
  language: string;
  title: string;
  subtitle: string;
  lines: readonly { label: string; value: string; isStrong?: boolean }[];
  footer: string;
  createdAt: Date;
}

const margin = 56;
// Colours of the brand's light theme, and its logo on a 24-unit grid (packages/ui-kit: tokens, Logo).
const ink = '#14162b';
const muted = '#51556f';
const rule = '#e1e3ee';
const accent = '#3b3fe0';
const mark =
  'M12 1.5a7.75 7.75 0 1 1 0 15.5 7.75 7.75 0 0 1 0-15.5Zm0 3.25a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM2 19.25h20v3H2Z';
const markSize = 18;

/** A table for a customer's records, with one row per event of a period. */
export interface Statement extends Omit<Sheet, 'lines'> {
  columns: readonly { label: string; width: number; isNumber?: boolean }[];
  /** Batches of rows with one cell per column. Any number of batches is possible. */
  rows: AsyncIterable<readonly string[][]>;
  /** e.g. `Page 3`. */
  pageLabel: (number: number) => string;
}

/** Renders a sheet in A4, tagged for screen readers (PDF/UA structure), with all fonts embedded. */
export async function renderSheet({ lines, footer, ...head }: Sheet): Promise<Buffer> {
  const { doc, width, write, tagged, finish } = openDocument(head, 'portrait');
  let y = doc.y + 28;
  const column = width * 0.38;
  for (const { label, value, isStrong = false } of lines) {
    drawRule(doc, y - 10, width);
    const top = y;
    tagged('P', () => write(label, margin, top, { size: 10.5, color: muted, room: column - 12 }));
    const below = doc.y;
    tagged('P', () =>
      write(value, margin + column, top, { size: isStrong ? 13 : 10.5, color: ink, room: width - column }),
    );
    y = Math.max(below, doc.y) + 20;
  }
  tagged('P', () => write(footer, margin, y + 10, { size: 9, color: muted, room: width }));
  return finish();
}

const cellSize = 8;
const rowPadding = 6;
/** Space between two columns. */
const gutter = 16;

/** Renders a statement in landscape: a table whose header is repeated on every page. */
export async function renderStatement({ columns, rows, footer, pageLabel, ...head }: Statement): Promise<Buffer> {
  const { doc, width, write: put, tagged, finish } = openDocument(head, 'landscape');
  const bottom = doc.page.height - margin;
  // Pages are added explicitly here; text below the margin must not add one.
  const write = (...what: Parameters<typeof put>): void => {
    doc.page.margins.bottom = 0;
    put(...what);
  };
  const table = doc.struct('Table');
  doc.addStructure(table);
  const total = columns.reduce((sum, column) => sum + column.width, 0);
  const widths = columns.map((column) => (column.width / total) * width);
  let page = 1;
  let y = doc.y + 20;

  const row = (cells: readonly string[], kind: 'TH' | 'TD'): void => {
    const top = y;
    let x = margin;
    let lowest = top;
    const element = doc.struct('TR');
    table.add(element);
    for (const [index, cell] of cells.entries()) {
      const room = (widths[index] ?? 0) - gutter;
      const left = x;
      element.add(
        doc.struct(kind, {}, () =>
          write(cell, left, top, {
            size: cellSize,
            color: kind === 'TH' ? muted : ink,
            room,
            isRight: columns[index]?.isNumber === true,
          }),
        ),
      );
      lowest = Math.max(lowest, doc.y);
      x += widths[index] ?? 0;
    }
    element.end();
    y = lowest + rowPadding;
    drawRule(doc, y - rowPadding / 2, width);
  };
  const foot = (): void =>
    tagged('P', () => write(pageLabel(page), margin, bottom + 12, { size: cellSize, color: muted, room: width }));
  const heads = columns.map(({ label }) => label);
  row(heads, 'TH');
  for await (const several of rows)
    for (const cells of several) {
      const height = heightOf(doc, cells, widths);
      if (y + height > bottom) {
        foot();
        doc.addPage();
        page += 1;
        y = margin;
        row(heads, 'TH');
      }
      row(cells, 'TD');
    }
  table.end();
  tagged('P', () => write(footer, margin, Math.min(y + 10, bottom - 12), { size: 9, color: muted, room: width }));
  foot();
  return finish();
}

/**
 * Returns the height of the tallest cell, estimated with the current font: all fonts have similar widths, and an
 * estimate that is too high adds only space.
 */
function heightOf(doc: PDFKit.PDFDocument, cells: readonly string[], widths: readonly number[]): number {
  doc.fontSize(cellSize);
  return (
    Math.max(...cells.map((cell, index) => doc.heightOfString(cell, { width: (widths[index] ?? 0) - gutter }))) + 4
  );
}

function drawRule(doc: PDFKit.PDFDocument, y: number, width: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
}

/** Creates a document with a heading. */
function openDocument(
  { language, title, subtitle, createdAt }: Pick<Sheet, 'language' | 'title' | 'subtitle' | 'createdAt'>,
  layout: 'portrait' | 'landscape',
) {
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Creator: 'WUSD Wallet', Producer: 'WUSD Wallet', CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resume) => void doc.on('end', resume));

  const named = new Set<string>();
  /** Embeds each font file only once. */
  const nameOf = (file: string): string => {
    if (!named.has(file)) doc.registerFont(file, openFont(file));
    named.add(file);
    return file;
  };
  const width = doc.page.width - 2 * margin;
  const widthOf = (runs: readonly Run[]): number =>
    runs.reduce((sum, { file, text }) => sum + doc.font(nameOf(file)).widthOfString(text), 0);
  const write = (
    text: string,
    x: number,
    y: number,
    { size, color, room, isRight = false }: { size: number; color: string; room: number; isRight?: boolean },
  ): void => {
    const runs = runsOf(text);
    doc.fillColor(color).fontSize(size);
    // The library would align each run separately, so that the runs overlap.
    const indent = isRight && runs.length > 1 ? Math.max(0, room - widthOf(runs)) : 0;
    for (const [index, run] of runs.entries()) {
      const options = {
        width: room - indent + (indent > 0 ? 1 : 0),
        continued: index < runs.length - 1,
        lineGap: 2,
        ...(isRight && runs.length === 1 && { width: room, align: 'right' as const }),
      };
      doc.font(nameOf(run.file));
      if (index === 0) doc.text(run.text, x + indent, y, options);
      else doc.text(run.text, options);
    }
  };
  const tagged = (tag: 'H1' | 'P', draw: () => void): void => {
    const element = doc.struct(tag, {}, draw);
    doc.addStructure(element);
    element.end();
  };

  doc.markContent('Artifact');
  doc
    .save()
    .translate(margin, margin - 4)
    .scale(markSize / 24)
    .path(mark)
    .fill(accent, 'even-odd')
    .restore();
  doc.endMarkedContent();
  const beside = markSize + 8;
  tagged('P', () => write('WUSD Wallet', margin + beside, margin, { size: 11, color: ink, room: width - beside }));
  tagged('H1', () => write(title, margin, margin + 26, { size: 22, color: ink, room: width }));
  tagged('P', () => write(subtitle, margin, doc.y + 4, { size: 11, color: muted, room: width }));
  return {
    doc,
    width,
    write,
    tagged,
    async finish(): Promise<Buffer> {
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
