import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

interface SignedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** SHA-256 of the body in hexadecimal, or a replacement that the service accepts. */
  bodyHash: string;
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Expected `authorization` header (AWS Signature Version 4) for the headers that the request declares as signed. */
export function authorizationOf(
  { method, url, headers, bodyHash }: SignedRequest,
  { accessKeyId, secretAccessKey }: AwsCredentials,
  { region, service }: { region: string; service: string },
): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const canonical = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path = '', query = ''] = url.split('?');
  const request = [method, path, query, canonical.join(''), names, bodyHash].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
}
