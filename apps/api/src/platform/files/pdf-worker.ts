import { parentPort, workerData } from 'node:worker_threads';
import { inspectPdf } from './pdf-content.ts';

// In a thread of its own: a small PDF can unpack to gigabytes, and takes no more than this thread with it.
parentPort?.postMessage(await inspectPdf(workerData as Uint8Array));
