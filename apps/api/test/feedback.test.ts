import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  bearer,
  clientOf,
  createDemoDatabase,
  form,
  mei,
  type Node,
  send,
  signIn,
  startNode,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

let node: Node;
let tokens: Awaited<ReturnType<typeof signIn>>;
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
beforeAll(async () => {
  node = await startNode(await createDemoDatabase());
  tokens = await signIn(node);
});
afterAll(() => node[Symbol.asyncDispose]());
beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());

const file = (name: string, bytes: Buffer | string = png) => new File([new Uint8Array(Buffer.from(bytes))], name);
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const operator = (...argv: string[]): Promise<string> => operatorOf(node.server.services)(...argv);
/** Posts any form, as a third-party client could. */
function post(parts: [string, string | File][], headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return send(node, 'POST', '/feedback', { body, headers });
}
const signedIn = () => bearer(tokens).headers;

describe('feedback', () => {
  test('of a customer is stored encrypted with its files, and only support reads it', async () => {
    const api = clientOf(node, tokens);
    const text = 'The fee line is clear now.';
    const { supportReference } = await api.feedback.send({
      text,
      attachments: [file('screen.png'), file('terms.pdf', pdf)],
    });
    expect(supportReference).toMatch(/^FB-\d{8}-[2-9A-Z]{4}$/);
    const [row] = await node.server.services.db.selectFrom('feedback').selectAll().execute();
    expect(row?.message_sealed.includes(text)).toBe(false);
    const kept = await node.server.services.db.selectFrom('feedback_attachment').selectAll().execute();
    expect(kept.map(({ bytes_sealed: bytes }) => bytes.includes('%PDF') || bytes.includes('PNG'))).toEqual([
      false,
      false,
    ]);

    expect(await operator('feedback')).toContain(supportReference);
    const folder = await mkdtemp(join(tmpdir(), 'feedback-'));
    const shown = await operator('show-feedback', supportReference, '--to', folder);
    expect(JSON.parse(shown)).toMatchObject({ text, files: [expect.stringContaining('-1.png'), expect.any(String)] });
    // The file names are generated, not the customer's.
    expect((await readdir(folder)).toSorted()).toEqual([`${supportReference}-1.png`, `${supportReference}-2.pdf`]);
    expect(await readFile(join(folder, `${supportReference}-2.pdf`))).toEqual(pdf);
    await expect(operator('show-feedback', supportReference, '--to', folder)).rejects.toMatchObject({
      errorName: 'CONFLICT',
    });
    await rm(folder, { recursive: true });

    expect(await operator('close-feedback', supportReference)).toContain('closed');
    expect(await operator('feedback')).toBe('No open feedback.');
    await expect(operator('close-feedback', supportReference)).rejects.toThrow('There is no open feedback');
    await expect(operator('show-feedback', 'FB-1')).rejects.toThrow('There is no feedback FB-1');
    const acts = await node.server.services.db.selectFrom('audit_log').select('act').orderBy('id').execute();
    expect(acts.map(({ act }) => act).filter((act) => act.startsWith('feedback'))).toEqual([
      'feedback sent',
      'feedback read',
      'feedback read',
      'feedback closed',
    ]);
  });

  test('of a visitor needs an email address for the answer', async () => {
    expect(await post([['text', 'Hello']])).toMatchObject({
      status: 400,
      result: { field: '/body/email', reasonCode: 'missing' },
    });
    const { supportReference } = await node.api.feedback.send({ text: 'Hello', email: 'visitor@example.com' });
    expect(JSON.parse(await operator('show-feedback', supportReference))).toMatchObject({
      email: 'visitor@example.com',
    });
  });

  test('of a customer is answered only at the address of the account', async () => {
    expect(
      await post(
        [
          ['text', 'Hello'],
          ['email', 'thief@example.com'],
        ],
        signedIn(),
      ),
    ).toMatchObject({
      status: 400,
      result: { field: '/body/email' },
    });
  });

  test.each<[string, [string, string | File][], number, string, object]>([
    ['nothing', [['text', '  ']], 400, '00002', { field: '/body/text', reasonCode: 'missing' }],
    ['too much', [['text', 'x'.repeat(4001)]], 400, '00002', { field: '/body/text' }],
    [
      'a text that is a file',
      [['text', file('a.png')]],
      400,
      '00002',
      { field: '/body/text', reasonCode: 'malformed' },
    ],
    [
      'a file that is a text',
      [
        ['text', 'a'],
        ['attachments', 'a.png'],
      ],
      400,
      '00002',
      { field: '/body/attachments', reasonCode: 'malformed' },
    ],
    [
      'a page',
      [
        ['text', 'a'],
        ['attachments', file('a.png')],
        ['attachments', file('a.png', '<script>')],
      ],
      422,
      '15001',
      { field: '/body/attachments/1', reasonCode: 'type-not-accepted' },
    ],
    [
      'a file above the size',
      [
        ['text', 'a'],
        ['attachments', file('a.pdf', Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]))],
      ],
      422,
      '15001',
      { field: '/body/attachments/0', reasonCode: 'too-large' },
    ],
    [
      'three files',
      [
        ['text', 'a'],
        ['attachments', file('a.png')],
        ['attachments', file('b.png')],
        ['attachments', file('c.png')],
      ],
      422,
      '15001',
      { reasonCode: 'too-many' },
    ],
  ])('of %s is refused and not stored', async (_, parts, status, errCode, result) => {
    const count = () =>
      node.server.services.db
        .selectFrom('feedback')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow();
    const before = await count();
    expect(await post(parts, signedIn())).toMatchObject({ status, header: { errCode }, result });
    expect(await count()).toEqual(before);
  });

  test('from one address is limited for all callers (control 18)', async () => {
    const attempts = Array.from({ length: 25 }, () => post([['text', 'Hello']], signedIn()));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe('an attachment', () => {
  test('can be downloaded by its customer and by nobody else, and is never displayed (controls 15, 21)', async () => {
    const api = clientOf(node, tokens);
    const { supportReference } = await api.feedback.send({ text: 'See this', attachments: [file('../../me.png')] });
    const path = `/feedback/${supportReference}/attachment/1`;
    const response = await fetch(node.baseUrl + path, bearer(tokens));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="${supportReference}-1.png"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 3, height: 2 });
    const { fileName, blob } = await api.feedback.attachment(supportReference, 1);
    expect([fileName, blob.size > 0]).toEqual([`${supportReference}-1.png`, true]);

    const somebody = await signIn(node, { username: 'somchai@demo.example', password: mei.password });
    for (const [who, at] of [
      [somebody, path],
      [tokens, `/feedback/${supportReference}/attachment/2`],
    ] as const)
      expect(await send(node, 'GET', at, bearer(who))).toMatchObject({ status: 404, header: { errCode: '00003' } });
    expect(await send(node, 'GET', path)).toMatchObject({ status: 401 });
  });
});

test('an endpoint that accepts no file rejects one unread (control 18)', async () => {
  const body = new FormData();
  body.set('client_id', 'wusd-web');
  body.set('payload', file('a.png'));
  expect(await send(node, 'POST', '/user/login', { body })).toMatchObject({
    status: 413,
    header: { errCode: '00009' },
  });
  expect(await send(node, 'POST', '/user/login', form({ client_id: 'wusd-web' }))).toMatchObject({ status: 400 });
});

test('the SDK uploads a plain Blob of each accepted type under a matching name', async () => {
  const api = clientOf(node, tokens);
  const jpg = await sharp(png).jpeg().toBuffer();
  const blob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });
  for (const [bytes, type] of [
    [png, 'image/png'],
    [jpg, 'image/jpeg'],
    [pdf, 'application/pdf'],
  ] as const) {
    const { supportReference } = await api.feedback.send({ text: 'See this', attachments: [blob(bytes, type)] });
    expect((await api.feedback.attachment(supportReference, 1)).blob.type).toBe(type);
  }
});
