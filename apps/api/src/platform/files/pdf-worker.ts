import { parentPort, workerData } from 'node:worker_threads';
import { inspectPdf } from './pdf-content.ts';
import * as v from 'valibot';

// Runs in a separate thread, because a small PDF can unpack to gigabytes. Exceeding the memory limit ends only this
// thread.
parentPort?.postMessage(await inspectPdf(v.parse(v.instance(Uint8Array), workerData)));
