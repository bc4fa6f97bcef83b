import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';
import { listen } from '@wusd/server-kit/testing/loopback';

// Loopback servers that receive email and SMS, for adapter tests and for servers in production mode.

export interface Received {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
}

export interface LoopbackGateway {
  port: number;
  close(): void;
}

/** Starts a mail server. It rejects recipients that begin with `full@`. */
export async function startMailServer(take: (message: Received) => void): Promise<LoopbackGateway> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('full@') ? new Error('mailbox is full') : undefined),
    onData(stream, session, done) {
      void (async () => {
        const mail = await PostalMime.parse(await text(stream));
        take({
          id: mail.messageId?.replaceAll(/^<|@.*$/g, '') ?? '',
          to: session.envelope.rcptTo[0]?.address ?? '',
          subject: mail.subject ?? '',
          text: mail.text?.trimEnd() ?? '',
          ...(mail.html && { html: mail.html }),
        });
        done();
      })();
    },
  });
  return { port: await listen(smtp.server), close: () => smtp.close() };
}

/** Starts an SMS gateway. It accepts one token, and rejects the number +10000000000. */
export async function startSmsGateway(token: string, take: (message: Received) => void): Promise<LoopbackGateway> {
  const server = createServer((request, response) => {
    void (async () => {
      const { to, text: said } = parseJson(v.object({ to: v.string(), text: v.string() }), await text(request));
      const isOurs = request.headers.authorization === `Bearer ${token}`;
      if (!isOurs || to === '+10000000000') return response.writeHead(isOurs ? 422 : 401).end();
      take({ id: String(request.headers['idempotency-key']), to, subject: '', text: said });
      return response.writeHead(202).end();
    })();
  });
  return { port: await listen(server), close: () => server.close() };
}
