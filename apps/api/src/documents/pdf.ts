// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';
import { openFont, runsOf } from './fonts.ts';

/** A page for one's records: a heading, what was done line by line, and who says so. */
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
const ink = '#0B1F33';
const muted = '#51606F';
const rule = '#D5DCE3';
const accent = '#0B5FFF';

/** A4, tagged for who reads by ear (PDF/UA's structure), every font inside it. */
export async function renderSheet({ language, title, subtitle, lines, footer, createdAt }: Sheet): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
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
  /** Each file is inside once, however often it is used. */
  const nameOf = (file: string): string => {
    if (!named.has(file)) doc.registerFont(file, openFont(file));
    named.add(file);
    return file;
  };
  const width = doc.page.width - 2 * margin;
  const write = (text: string, x: number, y: number, size: number, color: string, room: number): void => {
    const runs = runsOf(text);
    doc.fillColor(color).fontSize(size);
    for (const [index, run] of runs.entries()) {
      const options = { width: room, continued: index < runs.length - 1, lineGap: 2 };
      doc.font(nameOf(run.file));
      if (index === 0) doc.text(run.text, x, y, options);
      else doc.text(run.text, options);
    }
  };
  const tagged = (tag: 'H1' | 'P', draw: () => void): void => {
    const element = doc.struct(tag, {}, draw);
    doc.addStructure(element);
    element.end();
  };

  doc.rect(0, 0, doc.page.width, 6).fill(accent);
  tagged('P', () => write('WUSD Wallet', margin, margin, 11, accent, width));
  tagged('H1', () => write(title, margin, margin + 26, 22, ink, width));
  tagged('P', () => write(subtitle, margin, doc.y + 4, 11, muted, width));
  let y = doc.y + 28;
  const column = width * 0.38;
  for (const { label, value, isStrong = false } of lines) {
    doc
      .moveTo(margin, y - 10)
      .lineTo(margin + width, y - 10)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    const top = y;
    tagged('P', () => write(label, margin, top, 10.5, muted, column - 12));
    const below = doc.y;
    tagged('P', () => write(value, margin + column, top, isStrong ? 13 : 10.5, ink, width - column));
    y = Math.max(below, doc.y) + 20;
  }
  tagged('P', () => write(footer, margin, y + 10, 9, muted, width));
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
