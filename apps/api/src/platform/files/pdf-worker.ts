import { parentPort, workerData } from 'node:worker_threads';
import { inspectPdf } from './pdf-content.ts';
import * as v from 'valibot';

// In a thread of its own: a small PDF can unpack to gigabytes, and takes no more than this thread with it.
parentPort?.postMessage(await inspectPdf(v.parse(v.instance(Uint8Array), workerData)));
