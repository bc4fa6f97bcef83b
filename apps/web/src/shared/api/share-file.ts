import type { Download } from '@wusd/api-sdk/core';
import { saveFile } from './save-file.ts';

const fileOf = (blob: Blob, name: string): File => new File([blob], name, { type: blob.type });

/** Whether the browser can hand a PDF to other apps (W3C Web Share). */
export const canSharePdf = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [fileOf(new Blob([], { type: 'application/pdf' }), 'receipt.pdf')] });

/** Hands a file to another app, which the customer chooses. It is saved where the press was too long ago to share it. */
export async function shareFile({ blob, fileName }: Download): Promise<void> {
  try {
    await navigator.share({ files: [fileOf(blob, fileName)] });
  } catch (error) {
    // Nothing was chosen.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(blob, fileName);
  }
}
