import { createServer as createHttpServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { startMailServer, startSmsGateway } from '@wusd/api/testing/gateways';
import { operatorSettings } from '@wusd/payouts/testing/keys/operator-files';
import { listen } from '@wusd/server-kit/testing/loopback';
import { runOperator, startServerProcess } from '@wusd/api/testing/process';
import { productionOnLoopback } from '@wusd/api/testing/production-settings';
import { test as base, expect } from './journey.ts';

// The server in production mode: its own settings, TLS in front of it, and external services that are not simulated but
// reached through the adapters, on this machine.

export const host = 'wallet.wusd.internal';

interface Production {
  /** URL with `https://`, the host and the port of the TLS proxy. */
  url: string;
  /** Newest message to an address or number that matches. */
  find(recipient: string, pattern: RegExp): Promise<string>;
  operator(...command: string[]): Promise<string>;
}

/** Module hook that fails the server if it loads sandbox code. */
const refuseSandbox = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (url.includes('/src/sandbox/')) { console.error('loaded ' + url); process.exit(9); }
  return next(url, context);
} });`;

export const test = base.extend<{ production: Production }>({
  // Prevents the start of a simulated server.
  baseURL: ({ production }, use) => use(production.url),

  // oxlint-disable-next-line no-empty-pattern -- how fixtures are declared
  production: async ({}, use) => {
    const messages: { to: string; text: string }[] = [];
    const take = (message: { to: string; text: string }) => void messages.push(message);
    const mail = await startMailServer(take);
    const sms = await startSmsGateway(productionOnLoopback['WUSD_SMS_GATEWAY_TOKEN'] ?? '', take);
    // Accepts every token of the page's script, for the token's action.
    const captcha = createHttpServer((incoming, answer) => {
      void (async () => {
        const form = new URLSearchParams(await text(incoming));
        const [, action] = (form.get('response') ?? '').split(':');
        const success = form.get('secret') === productionOnLoopback['WUSD_RECAPTCHA_SECRET'] && action !== undefined;
        answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ success, action, score: 0.9 }));
      })();
    });
    const captchaPort = await listen(captcha);

    const databaseUrl = await createTestDatabase(process.env.TEST_POSTGRES_URL ?? '');
    const tls = await startTls();
    const url = `https://${host}:${tls.port}`;
    const env = {
      ...productionOnLoopback,
      WUSD_PUBLIC_URL: url,
      WUSD_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      WUSD_SMS_GATEWAY_URL: `http://127.0.0.1:${sms.port}`,
      WUSD_RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${captchaPort}`,
      WUSD_TRUSTED_PROXIES: '1',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(refuseSandbox)}`,
    };
    const server = await startServerProcess({ databaseUrl, isWithWeb: true, env });
    tls.forwardTo(server.url);

    await use({
      url,
      async find(recipient, pattern) {
        let found: string | undefined;
        await expect
          .poll(() => {
            const newest = messages.findLast(({ to, text: said }) => to === recipient && pattern.test(said));
            return (found = newest && pattern.exec(newest.text)?.[1]);
          })
          .toBeDefined();
        return found ?? '';
      },
      async operator(...command) {
        const { code, out } = await runOperator(
          { databaseUrl, env: { ...env, ...operatorSettings('priya') } },
          ...command,
        );
        if (code !== 0) throw new Error(out);
        return out;
      },
    });
    await server.stop();
    for (const each of [tls.server, captcha, sms, mail]) each.close();
  },
});

/** A reverse proxy that terminates TLS, adds the client's address, and forwards all requests. */
async function startTls() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }]);
  let target = '';
  const server = createTlsServer({ key, cert }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const passed = request(target + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  return { server, port: await listen(server), forwardTo: (url: string) => void (target = url) };
}
