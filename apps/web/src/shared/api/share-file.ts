import type { Download } from '@wusd/api-sdk/core';
import { saveFile } from './save-file.ts';

const fileOf = (blob: Blob, name: string): File => new File([blob], name, { type: blob.type });

/** Whether the browser can hand a PDF to other apps (W3C Web Share). */
export const canSharePdf = (): boolean =>
  typeof navigator.canShare === 'function' &&
  navigator.canShare({ files: [fileOf(new Blob([], { type: 'application/pdf' }), 'receipt.pdf')] });

/** Shares a file with another app. Saves it instead if the press was too long ago for the browser to allow sharing. */
export async function shareFile({ blob, fileName }: Download): Promise<void> {
  try {
    await navigator.share({ files: [fileOf(blob, fileName)] });
  } catch (error) {
    // The customer cancelled.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(blob, fileName);
  }
}
