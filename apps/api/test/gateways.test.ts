import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSmsGateway } from '../src/adapters/sms-gateway.ts';
import { createSmtp } from '../src/adapters/smtp.ts';
import { systemClock } from '../src/clock.ts';
import { type Db, openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/database.ts';
import { createSimulators } from '../src/sandbox/simulators.ts';
import { createTestDatabase } from '../testing/databases.ts';

interface Received {
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Whatever takes messages, by what its receiving side has in the end: a repeat is told by its id. */
interface Gateway {
  send(message: Received): Promise<void>;
  received(): Promise<Received[]>;
}

let db: Db;
beforeAll(async () => {
  const url = await createTestDatabase(inject('postgresUrl'));
  await migrate(url);
  db = openDatabase(url);
});
afterAll(() => db.destroy());

let arrived: Received[] = [];
const take = (message: Received): void => {
  if (!arrived.some(({ id }) => id === message.id)) arrived.push(message);
};
afterEach(() => {
  arrived = [];
});

const mailServer = new SMTPServer({
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
      });
      done();
    })();
  },
});
const smsServer = createServer((request, response) => {
  void (async () => {
    const { to, text: said } = JSON.parse(await text(request)) as { to: string; text: string };
    const isOurs = request.headers.authorization === 'Bearer gateway-token';
    if (!isOurs || to === '+10000000000') return response.writeHead(isOurs ? 422 : 401).end();
    take({ id: String(request.headers['idempotency-key']), to, subject: '', text: said });
    return response.writeHead(202).end();
  })();
});
beforeAll(() =>
  Promise.all(
    [mailServer.server, smsServer].map(
      (each) => new Promise<void>((resume) => void each.listen(0, '127.0.0.1', resume)),
    ),
  ),
);
afterAll(() => {
  mailServer.close();
  smsServer.close();
});
const portOf = ({ server }: { server: { address(): unknown } }): number => (server.address() as AddressInfo).port;
const smtp = () =>
  createSmtp({ smtpUrl: `smtp://127.0.0.1:${portOf(mailServer)}`, mailFrom: 'WUSD Wallet <no-reply@wallet.example>' });
const gateway = (token = 'gateway-token') =>
  createSmsGateway({
    smsGatewayUrl: `http://127.0.0.1:${portOf({ server: smsServer })}`,
    smsGatewayToken: token,
  });

const simulated = (channel: 'email' | 'sms') => (): Gateway => {
  const { mail, sms } = createSimulators(db, systemClock);
  return {
    send: (message) => (channel === 'email' ? mail : sms).send(message),
    async received() {
      const rows = await db
        .deleteFrom('sandbox_message')
        .where('channel', '=', channel)
        .returning(['id', 'recipient as to', 'subject', 'body as text'])
        .execute();
      return channel === 'email' ? rows : rows.map((row) => ({ ...row, subject: '' }));
    },
  };
};

describe.each<[string, () => Gateway]>([
  ['mail by SMTP', () => ({ send: (message) => smtp().send(message), received: async () => arrived })],
  ['mail in test mode', simulated('email')],
  ['SMS by the gateway', () => ({ send: (message) => gateway().send(message), received: async () => arrived })],
  ['SMS in test mode', simulated('sms')],
])('%s', (name, create) => {
  const isMail = name.startsWith('mail');
  const message: Received = {
    id: 'msg_01hqxyz',
    to: isMail ? 'mei@demo.example' : '+6581234567',
    subject: isMail ? '您的验证码 · รหัสยืนยัน' : '',
    text: '123456 是您的验证码。รหัสนี้ใช้ได้ 5 นาที — “once”.',
  };

  test('arrives whole, in any script', async () => {
    const port = create();
    await port.send(message);
    expect(await port.received()).toEqual([message]);
  });

  test('that is sent again under its id is one message to who receives it', async () => {
    const port = create();
    await port.send(message);
    await port.send(message);
    await port.send({ ...message, id: 'msg_02hqxyz' });
    expect((await port.received()).map(({ id }) => id).toSorted()).toEqual(['msg_01hqxyz', 'msg_02hqxyz']);
  });
});

describe('what is refused rejects, to be tried again', () => {
  const message: Received = { id: 'msg_03', to: '', subject: 's', text: '654321' };

  test.each<[string, () => Promise<void>]>([
    ['by a mailbox', () => smtp().send({ ...message, to: 'full@demo.example' })],
    ['by a gateway', () => gateway().send({ ...message, to: '+10000000000' })],
    ['for our token', () => gateway('other').send({ ...message, to: '+6581234567' })],
    ['by nobody there', () => createSmtp({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.example' }).send(message)],
  ])('%s', async (_by, send) => {
    const error: unknown = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('654321');
    expect(arrived).toEqual([]);
  });

  test.each(['mei@demo.example\r\nBcc: thief@evil.example', 'mei@demo.example, thief@evil.example'])(
    'what stands for one address reaches no other: %j',
    async (to) => {
      await smtp()
        .send({ ...message, to })
        .catch(() => {});
      expect(arrived.filter((each) => each.to === 'thief@evil.example')).toEqual([]);
    },
  );
});
