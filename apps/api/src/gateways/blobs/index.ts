import { fileURLToPath } from 'node:url';
import type { BlobPort } from '../ports.ts';
import { createDiskBlobs } from './disk.ts';
import { createS3Blobs } from './s3.ts';

/** Location of blobs: a folder, or an S3 bucket. */
export type BlobSettings =
  | { kind: 'disk'; folder: string }
  | { kind: 's3'; endpoint: string; region: string; bucket: string; keyId: string; secret: string };

/**
 * Parses `file:///var/lib/wusd/blobs` or `s3://bucket?endpoint=https://s3.example&region=ap-southeast-1`.
 *
 * @throws TypeError that describes the problem
 */
export function readBlobSettings(text: string, keyId = '', secret = ''): BlobSettings {
  const url = new URL(text);
  if (url.protocol === 'file:') return { kind: 'disk', folder: fileURLToPath(url) };
  if (url.protocol !== 's3:') throw new TypeError('it must begin with file:// or s3://');
  const endpoint = url.searchParams.get('endpoint') ?? '';
  if (url.hostname === '' || !/^https?:\/\//.test(endpoint))
    throw new TypeError('it must name a bucket and an endpoint, e.g. s3://wusd?endpoint=https://s3.example');
  if (keyId === '' || secret === '') throw new TypeError('WUSD_S3_KEY_ID and WUSD_S3_SECRET must be set too');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { kind: 's3', endpoint, region, bucket: url.hostname, keyId, secret };
}

export function createBlobs(settings: BlobSettings): BlobPort {
  return settings.kind === 'disk' ? createDiskBlobs(settings.folder) : createS3Blobs(settings);
}
