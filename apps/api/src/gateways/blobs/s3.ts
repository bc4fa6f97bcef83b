import { AwsClient } from 'aws4fetch';
import { HttpStatusError } from '../../platform/errors/loggable-error.ts';
import { outboundSignal } from '../guard/outbound.ts';
import type { BlobPort } from '../ports.ts';

export interface S3Settings {
  /** Of the service, e.g. `https://s3.ap-southeast-1.amazonaws.com`; the bucket is a part of the path, which every such store understands. */
  endpoint: string;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
}

/** Blobs as objects of a bucket, of any store that speaks S3 (AWS Signature Version 4). */
export function createS3Blobs({ endpoint, region, bucket, keyId, secret }: S3Settings): BlobPort {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    // Tried again, a put is the same put.
    retries: 3,
  });
  /** A store that hangs, or sends us elsewhere, is one that failed. */
  const bounds = () => ({ signal: outboundSignal(30_000), redirect: 'error' as const });
  const urlOf = (key: string): string =>
    `${endpoint.replace(/\/$/, '')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  return {
    async put(key, bytes) {
      const { ok, status } = await client.fetch(urlOf(key), {
        ...bounds(),
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) },
      });
      if (!ok) throw new HttpStatusError('The store of blobs', status);
    },
    async get(key) {
      const response = await client.fetch(urlOf(key), bounds());
      if (response.status === 404) return undefined;
      if (!response.ok) throw new HttpStatusError('The store of blobs', response.status);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
