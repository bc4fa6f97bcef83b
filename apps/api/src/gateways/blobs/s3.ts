import { AwsClient } from 'aws4fetch';
import { HttpStatusError } from '@wusd/server-kit/errors/loggable-error';
import { outboundSignal } from '@wusd/server-kit/outbound';
import type { BlobPort } from '../ports.ts';

export interface S3Settings {
  /**
   * Endpoint of the service, e.g. `https://s3.ap-southeast-1.amazonaws.com`. Requests are path-style, which every
   * S3-compatible store supports.
   */
  endpoint: string;
  region: string;
  bucket: string;
  keyId: string;
  secret: string;
}

/** Blobs as objects in a bucket of any S3-compatible store (AWS Signature Version 4). */
export function createS3Blobs({ endpoint, region, bucket, keyId, secret }: S3Settings): BlobPort {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    // Safe, because a put is idempotent.
    retries: 3,
  });
  /** Requests time out, and redirects are errors. */
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
      if (!ok) throw new HttpStatusError('The blob store', status);
    },
    async get(key) {
      const response = await client.fetch(urlOf(key), bounds());
      if (response.status === 404) return undefined;
      if (!response.ok) throw new HttpStatusError('The blob store', response.status);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
