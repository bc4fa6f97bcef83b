import { Worker } from 'node:worker_threads';
import type { PdfFinding } from './pdf-content.ts';

const timeoutMs = 10_000;
const memoryMb = 256;

/** Inspects a PDF in a thread with time and memory limits. A PDF that exceeds them is reported as unreadable. */
export function inspectApart(bytes: Uint8Array): Promise<PdfFinding> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
    worker.once('message', resolve);
    // No effect after a message: the promise is already resolved.
    worker.once('error', () => resolve('unreadable'));
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve('unreadable');
    });
  });
}
