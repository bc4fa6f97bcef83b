import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWalletClient } from '../client.js';
import { ApiError } from '../errors.js';
import { fileNameOf } from './download.js';

test.each([
  ['attachment; filename="receipt.pdf"', 'receipt.pdf'],
  ['attachment; filename=receipt.pdf', 'receipt.pdf'],
  [
    `attachment; filename="r.pdf"; filename*=UTF-8''%E0%B9%83%E0%B8%9A%E0%B9%80%E0%B8%AA%E0%B8%A3%E0%B9%87%E0%B8%88.pdf`,
    'ใบเสร็จ.pdf',
  ],
  ['attachment; filename="a \\"quoted\\" name.pdf"', 'a quoted name.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\Windows\\\\evil.exe"', 'evil.exe'],
  ['attachment; filename="..."', 'download'],
  [`attachment; filename*=UTF-8''%E0%A4%A`, 'download'],
  ['attachment', 'download'],
  [null, 'download'],
])('saves %s as %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

test('no header results in a name that has a folder or a control character, or is empty', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const header of [
        `attachment; filename="${text}"`,
        `attachment; filename*=UTF-8''${encodeURIComponent(text.toWellFormed())}`,
        text,
      ]) {
        // oxlint-disable-next-line no-control-regex -- they are what must not be there
        expect(fileNameOf(header)).toMatch(/^[^/\\\u0000-\u001F\u202E]+$/);
      }
    }),
  );
});

const answering = (response: Response) =>
  createWalletClient({ baseUrl: 'https://wallet.example/api', fetch: async () => response });

test('downloads a receipt as a blob with its name', async () => {
  const response = new Response('%PDF-', {
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="r.pdf"' },
  });
  const { blob, fileName } = await answering(response).otc.receipt('otc_1');
  expect([await blob.text(), fileName]).toEqual(['%PDF-', 'r.pdf']);
});

test('rejects with an ApiError if the server rejects a receipt', async () => {
  const body = { header: { success: false, errCode: '00003', errMsg: 'No.', serverTime: '' }, result: null };
  await expect(answering(Response.json(body, { status: 404 })).otc.receipt('otc_1')).rejects.toThrow(ApiError);
});
