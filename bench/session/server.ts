import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A token endpoint that rotates refresh tokens without grace and counts what comes back after its use. */
export async function startTokenServer(script: string): Promise<{
  origin: string;
  reset(): { refreshToken: string; idToken: string };
  counts(): { requests: number; reuses: number };
  close(): void;
}> {
  let serial = 0;
  let current = '';
  let counts = { requests: 0, reuses: 0 };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (pathname.endsWith('/token')) {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        counts.requests += 1;
        const sent = /refresh-\d+/.exec(body)?.[0];
        if (sent !== current) counts.reuses += 1;
        serial += 1;
        current = `refresh-${serial}`;
        const answer = {
          access_token: `access-${serial}`,
          refresh_token: current,
          expires_in: 900,
          token_type: 'Bearer',
          scope: 'openid profile email offline_access',
          id_token: idToken(origin),
          user: { id: 'mei' },
        };
        // Latency of a nearby server.
        setTimeout(() => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)), 10);
      });
    } else if (pathname === '/clients.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<script type="module">import { clients } from "/clients.js"; window.clients = clients;</script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    reset() {
      serial += 1;
      current = `refresh-${serial}`;
      counts = { requests: 0, reuses: 0 };
      return { refreshToken: current, idToken: idToken(origin) };
    },
    counts: () => counts,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Claims that a client looks at; none of them checks the signature of what came over its own connection. */
function idToken(issuer: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `${issuer}/`, aud: 'bench', sub: 'mei', iat: now, exp: now + 900, auth_time: now };
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}
