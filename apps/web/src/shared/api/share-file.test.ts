import { afterEach, expect, test, vi } from 'vitest';
import { canSharePdf, shareFile } from './share-file.ts';
import { saveFile } from './save-file.ts';

vi.mock(import('./save-file.ts'), () => ({ saveFile: vi.fn<typeof saveFile>() }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(saveFile).mockClear();
});

const receipt = { blob: new Blob(['%PDF-'], { type: 'application/pdf' }), fileName: 'receipt-otc_1.pdf' };

test('a PDF can be shared only if the browser can share files', () => {
  vi.stubGlobal('navigator', {});
  expect(canSharePdf()).toBe(false);
  vi.stubGlobal('navigator', { canShare: ({ files }: ShareData) => files?.[0]?.type === 'application/pdf' });
  expect(canSharePdf()).toBe(true);
  vi.stubGlobal('navigator', { canShare: () => false });
  expect(canSharePdf()).toBe(false);
});

test('a file is shared with its name and type', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {});
  vi.stubGlobal('navigator', { share });
  await shareFile(receipt);
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect([file?.name, file?.type]).toEqual(['receipt-otc_1.pdf', 'application/pdf']);
  expect(saveFile).not.toHaveBeenCalled();
});

test('a file is saved if sharing is not allowed any more, and not saved if the customer cancels', async () => {
  const fails = (name: string): void => {
    vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
  };
  fails('AbortError');
  await shareFile(receipt);
  expect(saveFile).not.toHaveBeenCalled();
  fails('NotAllowedError');
  await shareFile(receipt);
  expect(saveFile).toHaveBeenCalledWith(receipt.blob, receipt.fileName);
});
