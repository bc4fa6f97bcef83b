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

// The server as it runs for customers: its own settings, TLS in front of it, and an outside world that is not simulated but
// reached through the adapters, on this machine.

export const host = 'wallet.wusd.internal';

interface Production {
  /** `https://`, the host and the port of what ends TLS. */
  url: string;
  /** Newest message to an address or number in which something is found. */
  find(recipient: string, pattern: RegExp): Promise<string>;
  operator(...command: string[]): Promise<string>;
}

/** Ends the server where it loads anything of its sandbox. */
const refuseSandbox = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (url.includes('/src/sandbox/')) { console.error('loaded ' + url); process.exit(9); }
  return next(url, context);
} });`;

export const test = base.extend<{ production: Production }>({
  // No simulated server is started beside it.
  baseURL: ({ production }, use) => use(production.url),

  // oxlint-disable-next-line no-empty-pattern -- how fixtures are declared
  production: async ({}, use) => {
    const messages: { to: string; text: string }[] = [];
    const take = (message: { to: string; text: string }) => void messages.push(message);
    const mail = await startMailServer(take);
    const sms = await startSmsGateway(productionOnLoopback['WUSD_SMS_GATEWAY_TOKEN'] ?? '', take);
    // Takes each token that the page's script made, for its action.
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

/** What stands in front of the server: ends TLS, says who called, and passes everything on. */
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
