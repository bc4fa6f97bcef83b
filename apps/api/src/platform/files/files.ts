import sharp from 'sharp';
import { AppError } from '../errors/app-error.ts';
import { createSemaphore } from '../semaphore.ts';
import { inspectApart } from './inspect-apart.ts';
import type { Scan } from './scan.ts';

/** What customers may attach; `/config` tells clients. */
export const uploadRules = { types: ['JPG', 'PNG', 'PDF'], maxFiles: 2, maxBytesEach: 5 * 1024 * 1024 } as const;

/** A file as we keep it, for whoever may have it. */
export interface KeptFile {
  mediaType: string;
  /** Our own, never a customer's. */
  fileName: string;
  bytes: Buffer;
}

export type FileType = (typeof uploadRules.types)[number];

export const mediaTypes = { JPG: 'image/jpeg', PNG: 'image/png', PDF: 'application/pdf' } as const;

/** A file as it came: nothing about it is believed. */
export interface Upload {
  /** Its place in the call, e.g. `/body/attachments/0`. */
  field: string;
  fileName: string;
  bytes: Buffer;
}

/** What is kept of it. */
export interface AcceptedFile {
  type: FileType;
  bytes: Buffer;
}

const kinds: { type: FileType; signature: Buffer; extension: RegExp }[] = [
  { type: 'JPG', signature: Buffer.from('ffd8ff', 'hex'), extension: /\.jpe?g$/i },
  { type: 'PNG', signature: Buffer.from('89504e470d0a1a0a', 'hex'), extension: /\.png$/i },
  { type: 'PDF', signature: Buffer.from('%PDF-'), extension: /\.pdf$/i },
];

/** A photo of 40 megapixels takes 120 MB once it is decoded; a file of 5 MB can claim a thousand times that. */
const maxPixels = 40_000_000;

const gate = createSemaphore({ concurrency: 1, maxQueued: 20 });

// The library reads dozens of formats; no customer's file gets to a decoder of another one.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);

/**
 * Takes a file by its content and its name, which must agree, after a scan for malware. A picture is decoded and encoded anew: what is kept has its pixels, upright, and no metadata. A PDF is kept as it is, if it has no active content.
 *
 * @param scan as `createScan` makes it
 * @throws AppError FILE_NOT_ACCEPTED with `field` and `reasonCode`: `empty`, `too-large`, `type-not-accepted`,
 *   `type-and-name-differ`, `malware`, `active-content`, `encrypted`, `too-many-pixels`, `unreadable`
 * @throws AppError SERVICE_UNAVAILABLE where the scanner gives no verdict
 */
export async function acceptFile({ field, fileName, bytes }: Upload, scan: Scan): Promise<AcceptedFile> {
  const refuse = (reasonCode: string): AppError => new AppError('FILE_NOT_ACCEPTED', { field, reasonCode });
  if (bytes.length === 0) throw refuse('empty');
  if (bytes.length > uploadRules.maxBytesEach) throw refuse('too-large');
  const kind = kinds.find(({ signature }) => bytes.subarray(0, signature.length).equals(signature));
  if (!kind) throw refuse('type-not-accepted');
  if (!kind.extension.test(fileName)) throw refuse('type-and-name-differ');
  if (!(await scan(bytes)).isClean) throw refuse('malware');
  if (kind.type === 'PDF') {
    const finding = await gate(() => inspectApart(bytes));
    if (finding !== 'clean') throw refuse(finding);
    return { type: kind.type, bytes };
  }
  return gate(async () => {
    try {
      const image = sharp(bytes, { limitInputPixels: false, failOn: 'error' });
      const { width, height } = await image.metadata();
      if (width * height > maxPixels) throw refuse('too-many-pixels');
      const upright = image.autoOrient();
      const encoded = kind.type === 'JPG' ? upright.jpeg({ quality: 90 }) : upright.png();
      return { type: kind.type, bytes: await encoded.toBuffer() };
    } catch (error) {
      throw error instanceof AppError ? error : refuse('unreadable');
    }
  });
}
