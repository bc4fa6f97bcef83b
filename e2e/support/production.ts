import { createServer as createHttpServer, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { runOperator, startServerProcess } from '@wusd/api/testing/process';
import { test as base, expect } from './journey.ts';

// The server as it runs for customers: its own settings, TLS in front of it, and an outside world that is not simulated but
// reached through the adapters, on this machine.

export const host = 'wallet.example';

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
    const mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        void (async () => {
          const { text: said = '' } = await PostalMime.parse(await text(stream));
          messages.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: said });
          done();
        })();
      },
    });
    const sms = createHttpServer((incoming, answer) => {
      void (async () => {
        messages.push(JSON.parse(await text(incoming)) as { to: string; text: string });
        answer.writeHead(202).end();
      })();
    });
    // Takes each token that the page's script made, for its action.
    const captcha = createHttpServer((incoming, answer) => {
      void (async () => {
        const form = new URLSearchParams(await text(incoming));
        const [, action] = (form.get('response') ?? '').split(':');
        const success = form.get('secret') === 'captcha-secret' && action !== undefined;
        answer
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ success, action, score: 0.9 }));
      })();
    });
    const [mailPort, smsPort, captchaPort] = await Promise.all([mail.server as Server, sms, captcha].map(listen));

    const databaseUrl = await createTestDatabase(process.env.TEST_POSTGRES_URL ?? '');
    const tls = await startTls();
    const url = `https://${host}:${tls.port}`;
    const env = {
      WUSD_MODE: 'production',
      HOST: '127.0.0.1',
      WUSD_PUBLIC_URL: url,
      WUSD_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      WUSD_SMS_GATEWAY_URL: `http://127.0.0.1:${smsPort}`,
      WUSD_SMS_GATEWAY_TOKEN: 'gateway-token',
      WUSD_RECAPTCHA_KEY: 'site-key',
      WUSD_RECAPTCHA_SECRET: 'captcha-secret',
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
        const { code, out } = await runOperator({ databaseUrl, env }, ...command);
        if (code !== 0) throw new Error(out);
        return out;
      },
    });
    await server.stop();
    for (const each of [tls.server, sms, captcha]) each.close();
    mail.close();
  },
});

function listen(server: Server): Promise<number> {
  return new Promise((resume) => server.listen(0, '127.0.0.1', () => resume((server.address() as AddressInfo).port)));
}

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
