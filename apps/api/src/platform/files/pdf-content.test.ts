import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectApart } from './inspect-apart.ts';
import { inspectPdf } from './pdf-content.ts';

const objects = (...bodies: string[]): Buffer =>
  Buffer.from(
    `%PDF-1.7\n${bodies.map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\n%%EOF`,
  );
const catalog = (entries: string): Buffer =>
  objects(`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, '<< /Type /Pages /Kids [] /Count 0 >>');

/** A PDF whose writer stores all objects in compressed object streams. */
async function compressed(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  const action = document.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
  document.catalog.set(PDFName.of('OpenAction'), document.context.register(action));
  return document.save({ useObjectStreams: true });
}

/** A stream with the entries of an object stream, but with a type that only lenient readers recognise. */
function disguised(): Buffer {
  const content = deflateSync(Buffer.from('9 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>'));
  const head = `%PDF-1.7\n3 0 obj\n<< /Type /Obj#53t#6d /N 1 /First 4 /Filter /FlateDecode /Length ${content.length} >>\nstream\n`;
  return Buffer.concat([
    Buffer.from(head.replace('#53t#6d', '#53t#6dx')),
    content,
    Buffer.from('\nendstream\nendobj\n%%EOF'),
  ]);
}

describe('a PDF (control 21)', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['a script that runs when it opens', () => catalog('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['a script under an escaped name', () => catalog('/OpenAction << /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>')],
    [
      'a script under a name escaped in small letters',
      () => catalog('/OpenAction << /S /#4a#61va#53cript /J#53 (x) >>'),
    ],
    ['a script in a compressed object stream', compressed],
    ['an object stream in disguise', disguised],
    [
      'a script that a later revision replaced',
      () => objects('<< /JS (x) >>', '<< >>\nendobj\n1 0 obj\n<< /Type /Catalog >>'),
    ],
    ['a script behind a comment', () => Buffer.from('%PDF-1.7\n% 1 0 obj << /S /JavaScript >> endobj\n%%EOF')],
    ['a program to launch', () => catalog('/OpenAction << /S /Launch /F (calc.exe) >>')],
    ['an embedded file', () => catalog('/Names << /EmbeddedFiles << /Names [] >> >>')],
    ['an attached file', () => objects('<< /Type /Filespec /EF << /F 3 0 R >> >>')],
    ['additional actions', () => catalog('/AA << /WC << /S /Named >> >>')],
    ['rich media', () => objects('<< /Subtype /RichMedia >>')],
    ['an XFA form', () => catalog('/AcroForm << /XFA [] >>')],
    ['a form that is submitted', () => objects('<< /A << /S /SubmitForm /F (https://evil.example) >> >>')],
  ])('with %s is rejected as active content', async (_, make) => {
    expect(await inspectPdf(await make())).toBe('active-content');
  });

  test('is rejected if it is encrypted', async () => {
    const encrypted = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 2 0 R >>\n%%EOF',
    );
    expect(await inspectPdf(encrypted)).toBe('encrypted');
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    [
      'pages and links',
      () => catalog('/OpenAction [2 0 R /Fit] /Annots [<< /A << /S /URI /URI (https://dbs.com) >> >>]'),
    ],
    ['compressed objects', async () => (await PDFDocument.create()).save({ useObjectStreams: true })],
  ])('with only %s is clean', async (_, make) => {
    expect(await inspectPdf(await make())).toBe('clean');
  });

  test('is inspected in a separate thread with the same finding', async () => {
    expect(await inspectApart(await compressed())).toBe('active-content');
    expect(await inspectApart(catalog(''))).toBe('clean');
    expect(await inspectApart(Buffer.from('%PDF-1.7\n1 0 obj\n<< /A << \nendobj'))).toBe('unreadable');
  });
});
