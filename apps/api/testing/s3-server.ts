import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './loopback.ts';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface TestS3 {
  endpoint: string;
  objects: Map<string, Buffer>;
  close(): void;
}

/** A store of objects that checks every signature. */
export async function startS3(credentials: Credentials, region: string): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const { headers, method = '', url = '' } = request;
      const said = String(headers['x-amz-content-sha256']);
      const isWhole = said === 'UNSIGNED-PAYLOAD' || said === sha256(body);
      if (!isWhole || headers.authorization !== authorizationOf({ method, url, headers }, credentials, region))
        return response.writeHead(403).end();
      if (method === 'PUT') objects.set(url, body);
      const found = objects.get(url);
      return found ? response.writeHead(200).end(method === 'PUT' ? '' : found) : response.writeHead(404).end();
    })();
  });
  return { endpoint: `http://127.0.0.1:${await listen(server)}`, objects, close: () => server.close() };
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What the header must be (AWS Signature Version 4), of the headers that it says it has signed. */
function authorizationOf(
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
  { accessKeyId, secretAccessKey }: Credentials,
  region: string,
): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const canonical = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const [path = '', query = ''] = url.split('?');
  const request = [method, path, query, canonical.join(''), names, String(headers['x-amz-content-sha256'])].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const key = scope.reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`;
}
