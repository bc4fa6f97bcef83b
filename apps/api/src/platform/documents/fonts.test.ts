import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { openFont, runsOf } from './fonts.ts';
import { renderSheet, renderStatement } from './pdf.ts';

const names = (text: string): string[] =>
  runsOf(text).map(({ text: part, file }) => `${part} ${/noto-sans(?:-\w+)?-\w+(?=-400)/.exec(file)?.[0]}`);

test('a text is split into runs by font, and combining marks stay with their letters', () => {
  expect(names('Mei 5,000.00')).toEqual(['Mei 5,000.00 noto-sans-latin']);
  expect(names('น้ำ')).toEqual(['น้ำ noto-sans-thai-thai']);
  expect(new Set(names('สมชาย Jaidee').map((each) => each.split(' ').at(-1)))).toEqual(
    new Set(['noto-sans-thai-thai', 'noto-sans-latin']),
  );
  expect(
    runsOf('兑换收据')
      .map(({ text }) => text)
      .join(''),
  ).toBe('兑换收据');
});

test('every letter has a font, and a page with 400 letters renders', async () => {
  const letters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index * 50)).join('');
  for (const { file } of runsOf(letters)) expect(openFont(file).readUInt32BE(0)).toBe(0x00010000);
  const bytes = await renderSheet({
    language: 'zh-CN',
    title: letters.slice(0, 20),
    subtitle: 'ก็ น้ำ ปู่ ฎีกา',
    lines: [{ label: '客户', value: letters }],
    footer: 'ä ß ñ Ž ₫ Ω Ж',
    createdAt: new Date('2026-03-01T08:00:00Z'),
  });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a right-aligned word with several fonts is drawn without gaps', async () => {
  async function* rows() {
    yield [['', '12.50']];
  }
  const bytes = await renderStatement({
    language: 'zh-CN',
    title: '对账单',
    subtitle: '',
    columns: [
      { label: '说明', width: 1 },
      { label: '金额', width: 1, isNumber: true },
    ],
    rows: rows(),
    pageLabel: String,
    footer: '',
    createdAt: new Date('2026-03-01T08:00:00Z'),
  });
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { items } = await page.getTextContent();
  const [first, second, amount] = ['金', '额', '12.50'].map((text) => {
    const item = items.find((each) => 'str' in each && each.str === text);
    return item && 'str' in item
      ? { left: Number(item.transform[4]), right: Number(item.transform[4]) + item.width }
      : undefined;
  });
  expect(first?.right).toBeCloseTo(second?.left ?? 0, 0);
  expect(second?.right).toBeCloseTo(amount?.right ?? 0, 0);
});

test('text from a customer is drawn as text and adds no active content to the PDF (control 22)', async () => {
  const name = ') Tj ET /OpenAction << /S /JavaScript /JS (app.alert(1)) >> endstream endobj \u202e<script>';
  const bytes = await renderSheet({
    language: 'en-US',
    title: 'Receipt',
    subtitle: '',
    lines: [{ label: 'Customer', value: name }],
    footer: '',
    createdAt: new Date('2026-03-01T08:00:00Z'),
  });
  const streams = [...bytes.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return packed;
    }
  });
  expect(streams.some((stream) => stream.includes(' Tf'))).toBe(true);
  const all = [bytes.toString('latin1'), ...streams].join('\n');
  expect(all).not.toMatch(/JavaScript|OpenAction|\/JS|script>/);
});
