import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type AwsCredentials, authorizationOf, sha256 } from '@wusd/payouts/testing/aws-signature';
import { listen } from '@wusd/server-kit/testing/loopback';

export interface TestS3 {
  endpoint: string;
  objects: Map<string, Buffer>;
  close(): void;
}

/** Starts an object store that verifies every signature. */
export async function startS3(credentials: AwsCredentials, region: string): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const { headers, method = '', url = '' } = request;
      const said = String(headers['x-amz-content-sha256']);
      const isWhole = said === 'UNSIGNED-PAYLOAD' || said === sha256(body);
      if (
        !isWhole ||
        headers.authorization !==
          authorizationOf({ method, url, headers, bodyHash: said }, credentials, { region, service: 's3' })
      )
        return response.writeHead(403).end();
      if (method === 'PUT') objects.set(url, body);
      const found = objects.get(url);
      return found ? response.writeHead(200).end(method === 'PUT' ? '' : found) : response.writeHead(404).end();
    })();
  });
  return { endpoint: `http://127.0.0.1:${await listen(server)}`, objects, close: () => server.close() };
}
