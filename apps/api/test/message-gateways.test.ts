import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDiskBlobs } from '../src/gateways/blobs/disk.ts';
import { createSmsGateway } from '../src/gateways/sms-gateway.ts';
import { createSmtp } from '../src/gateways/smtp.ts';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase } from '../src/platform/database/database.ts';
import { createSimulators } from '../src/sandbox/simulators.ts';
import { applicationUrl, createTestDatabase } from '../testing/databases.ts';
import { type Received, startMailServer, startSmsGateway } from '../testing/gateways.ts';

/** A message gateway together with its receiving side, which deduplicates by message id. */
interface Gateway {
  send(message: Received): Promise<void>;
  received(): Promise<Received[]>;
}

let db: Db;
beforeAll(async () => {
  const url = await createTestDatabase(inject('postgresUrl'));
  db = openDatabase(applicationUrl(url));
});
afterAll(() => db.destroy());

let arrived: Received[] = [];
const take = (message: Received): void => {
  if (!arrived.some(({ id }) => id === message.id)) arrived.push(message);
};
afterEach(() => {
  arrived = [];
});

const mailServer = await startMailServer(take);
const smsGateway = await startSmsGateway('gateway-token', take);
afterAll(() => {
  mailServer.close();
  smsGateway.close();
});
const smtp = () =>
  createSmtp({ url: `smtp://127.0.0.1:${mailServer.port}`, from: 'WUSD Wallet <no-reply@wallet.example>' });
const gateway = (token = 'gateway-token') => createSmsGateway({ url: `http://127.0.0.1:${smsGateway.port}`, token });

const simulated = (channel: 'email' | 'sms') => (): Gateway => {
  const { mail, sms } = createSimulators(db, systemClock, 'instant', createDiskBlobs(tmpdir()));
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

  test('delivers a message unchanged in any script', async () => {
    const port = create();
    await port.send(message);
    expect(await port.received()).toEqual([message]);
  });

  test('delivers a message once when it is sent again under the same id', async () => {
    const port = create();
    await port.send(message);
    await port.send(message);
    await port.send({ ...message, id: 'msg_02hqxyz' });
    expect((await port.received()).map(({ id }) => id).toSorted()).toEqual(['msg_01hqxyz', 'msg_02hqxyz']);
  });
});

describe('a refused message rejects, so that it is retried', () => {
  const message: Received = { id: 'msg_03', to: '', subject: 's', text: '654321' };

  test.each<[string, () => Promise<void>]>([
    ['by a mailbox', () => smtp().send({ ...message, to: 'full@demo.example' })],
    ['by a gateway', () => gateway().send({ ...message, to: '+10000000000' })],
    ['for our token', () => gateway('other').send({ ...message, to: '+6581234567' })],
    ['by nobody there', () => createSmtp({ url: 'smtp://127.0.0.1:1', from: 'a@b.example' }).send(message)],
  ])('%s', async (_by, send) => {
    const error: unknown = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('654321');
    expect(arrived).toEqual([]);
  });

  test.each(['mei@demo.example\r\nBcc: thief@evil.example', 'mei@demo.example, thief@evil.example'])(
    'a recipient field with several addresses does not reach the others: %j',
    async (to) => {
      await smtp()
        .send({ ...message, to })
        .catch(() => {});
      expect(arrived.filter((each) => each.to === 'thief@evil.example')).toEqual([]);
    },
  );
});
