import { createWalletClient, type Notification, type WalletClient } from '@wusd/api-sdk';
import { formatMessage } from '@wusd/i18n/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '../src/domains/operations/retention.ts';
import { decideIdentity } from '../src/domains/identity-access/identity/identity.ts';
import { notify } from '../src/domains/notifications/notify.ts';
import { transact } from '../src/platform/database/database.ts';
import {
  clientOf,
  createDemoDatabase,
  delivered,
  eventually,
  mei,
  type Node,
  signIn,
  startNode,
} from '../testing/harness.ts';
import { customerOf, deposit, phoneChange, tell } from '../testing/notifications.ts';

const somchai = { username: 'somchai@demo.example', password: mei.password };

let node: Node;
let tokens: Awaited<ReturnType<typeof signIn>>;
let api: WalletClient;
let others: WalletClient;
beforeAll(async () => {
  node = await startNode(await createDemoDatabase());
  others = clientOf(node, await signIn(node, somchai));
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  await eventually(async () => ((await api.notifications.list()).items.length === 6 ? true : undefined));
});
afterAll(() => node[Symbol.asyncDispose]());

const readAll = async (client: WalletClient = api): Promise<void> => {
  const [newest] = (await client.notifications.list({ size: 1 })).items;
  if (newest) await client.notifications.read({ upTo: newest.id });
};

describe('a notification', () => {
  test('of a deposit has an email and its entity, in the language of the reader', async () => {
    const { items, unreadCount } = await api.notifications.list();
    expect(unreadCount).toBe(6);
    const wusd = items.find(({ text }) => text.includes('WUSD'));
    expect(wusd).toMatchObject({ kind: 'money', title: 'Your deposit has arrived', isRead: false });
    expect(wusd?.text).toBe('12,480.50 WUSD is in your wallet.');
    expect(await api.cryptoTransactions.get(wusd?.subject.id ?? '')).toMatchObject({ status: 'completed' });
    const inThai = createWalletClient({
      baseUrl: node.baseUrl,
      auth: { getAccessToken: async () => tokens.access_token },
      language: () => 'th-TH',
    });
    expect((await inThai.notifications.list()).items.find(({ id }) => id === wusd?.id)).toMatchObject({
      title: formatMessage('th_TH', 'message.depositCompleted.subject'),
      text: '12,480.50 WUSD อยู่ในกระเป๋าเงินของคุณแล้ว',
    });
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.filter(({ subject }) => subject === 'Your deposit has arrived')).toHaveLength(6);
  });

  test('is encrypted and has no freeze code (control 51)', async () => {
    await tell(node, phoneChange('7788'));
    const { db, vault } = node.server.services;
    const rows = await db.selectFrom('notification').select(['customer_id', 'id', 'sealed']).execute();
    expect(rows.length).toBeGreaterThan(6);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/message\.|USDC|7788/);
    const opened = rows.map(({ customer_id: customer, id, sealed }) =>
      vault.open(sealed, `notification:${customer}:${id}`),
    );
    expect(opened.join('\n')).toContain('7788');
    expect(opened.join('\n')).not.toContain('7H4K');
  });

  test('and its email are stored together or not at all', async () => {
    const { db } = node.server.services;
    const count = async () => [
      await db.selectFrom('notification').select('id').execute(),
      await db.selectFrom('message').select('id').execute(),
    ];
    const before = await count();
    const customer = await customerOf(node, mei.username);
    const broken = transact(db, async (trx) => {
      await notify(trx, node.server.services, { ...phoneChange('1'), customer });
      throw new Error('interrupted');
    });
    await expect(broken).rejects.toThrow('interrupted');
    expect(await count()).toEqual(before);
  });

  test('reaches an open page once as an event, and so does its read status', async () => {
    const { db } = node.server.services;
    const { id } = await customerOf(node, mei.username);
    const events = () =>
      db
        .selectFrom('event')
        .select(['type', 'payload'])
        .where('customer_id', '=', id)
        .where('type', '=', 'notifications_updated')
        .orderBy('seq')
        .execute();
    await readAll();
    const before = (await events()).length;
    await tell(node, phoneChange('2'));
    const [newest] = (await api.notifications.list()).items;
    expect((await events()).slice(before)).toEqual([
      { type: 'notifications_updated', payload: { notificationId: newest?.id } },
    ]);
    await api.notifications.read({ ids: [newest?.id ?? ''] });
    await api.notifications.read({ ids: [newest?.id ?? ''] });
    expect((await events()).slice(before + 1)).toEqual([{ type: 'notifications_updated', payload: {} }]);
  });

  test('that was read stays read after the next sign-in on another node', async () => {
    await readAll();
    await tell(node, phoneChange('3'));
    await tell(node, phoneChange('4'));
    const [newest] = (await api.notifications.list()).items;
    await api.notifications.read({ ids: [newest?.id ?? ''] });
    tokens = await signIn(node);
    api = clientOf(node, tokens);
    const { items, unreadCount } = await api.notifications.list({ size: 2 });
    expect(unreadCount).toBe(1);
    expect(items.map(({ isRead, text }) => [isRead, text.includes(' 4.')])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('of another customer is neither listed nor marked as read (control 15)', async () => {
    await tell(node, deposit(node, '3.5'), somchai.username);
    const [theirs] = (await others.notifications.list()).items;
    expect((await api.notifications.list({ size: 100 })).items.map(({ id }) => id)).not.toContain(theirs?.id);
    await api.notifications.read({ ids: [theirs?.id ?? ''] });
    await api.notifications.read({ upTo: theirs?.id ?? '' });
    expect((await others.notifications.list()).items[0]).toMatchObject({ id: theirs?.id, isRead: false });
  });

  test('is available to a customer whose identity is not verified', async () => {
    const email = 'harbour@demo.example';
    const { id } = await customerOf(node, email);
    await decideIdentity(
      node.server.services,
      id,
      { to: 'verification failed', reason: 'document-expired' },
      {
        actor: 'Operations',
        operator: 'priya',
      },
    );
    const pending = clientOf(node, await signIn(node, { username: email, password: mei.password }));
    expect((await pending.notifications.list()).items[0]).toMatchObject({
      kind: 'account',
      title: 'We could not verify your company',
      text: 'The document has expired. Open Account info to submit again.',
      subject: { entity: 'user' },
    });
  });
});

test('notifications older than a year are deleted', async () => {
  await tell(node, phoneChange('5'));
  const { db, clock } = node.server.services;
  const aged = new Date(clock.now().getTime() - 366 * 24 * 60 * 60_000);
  const [oldest, ...kept] = (await api.notifications.list({ size: 100 })).items.toReversed();
  await db
    .updateTable('notification')
    .set({ created_at: aged })
    .where('id', '=', oldest?.id ?? '')
    .execute();
  await deleteExpiredRows(node.server.services);
  expect((await api.notifications.list({ size: 100 })).items).toEqual(kept.toReversed());
});

test('pages list each notification once, newest first, while others arrive', async () => {
  await node.server.services.db.deleteFrom('notification').execute();
  const sent = Array.from({ length: 23 }, (_, index) =>
    index % 3 === 0 ? phoneChange(`c${index}`) : deposit(node, `${index + 1}`),
  );
  for (const notice of sent) await tell(node, notice);
  const walk = async (query: { kind?: 'money' }): Promise<Notification[]> => {
    const found: Notification[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.notifications.list({ ...query, size: 5, ...(cursor !== undefined && { cursor }) });
      expect(page.items.length).toBeLessThanOrEqual(5);
      found.push(...page.items);
      if (cursor === undefined) await tell(node, phoneChange('meanwhile'));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  const all = await walk({});
  expect(all).toHaveLength(23);
  expect(new Set(all.map(({ id }) => id)).size).toBe(23);
  expect(all.map(({ id }) => id)).toEqual(
    all
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect((await walk({ kind: 'money' })).map(({ kind }) => kind)).toEqual(Array<string>(15).fill('money'));
  await expect(api.notifications.list({ cursor: 'bm90IG91cnM' })).rejects.toMatchObject({
    errorName: 'INVALID_REQUEST',
  });
});

type Step =
  | { act: 'create'; isMoney: boolean }
  | { act: 'read'; picks: number[] }
  | { act: 'read up to'; pick: number; isMoneyOnly: boolean };

type Shown = Pick<Notification, 'id' | 'kind' | 'isRead'>;
const unreadOf = (model: readonly Shown[]): number => model.filter(({ isRead }) => !isRead).length;

/** @param model the expected list, newest first */
async function create(model: Shown[], isMoney: boolean): Promise<void> {
  await tell(node, isMoney ? deposit(node, '1') : phoneChange('1'));
  const [newest] = (await api.notifications.list({ size: 1 })).items;
  if (newest) model.unshift({ id: newest.id, kind: newest.kind, isRead: newest.isRead });
}

/** @param model the expected list, with at least one notification */
async function read(model: Shown[], step: Exclude<Step, { act: 'create' }>): Promise<void> {
  const at = (index: number): string => model[index % model.length]?.id ?? '';
  if (step.act === 'read') {
    const ids = step.picks.map(at);
    for (const each of model) each.isRead ||= ids.includes(each.id);
    expect(await api.notifications.read({ ids })).toEqual({ unreadCount: unreadOf(model) });
    return;
  }
  const upTo = at(step.pick);
  const kind = step.isMoneyOnly ? ('money' as const) : undefined;
  for (const each of model) each.isRead ||= each.id <= upTo && (kind ?? each.kind) === each.kind;
  expect(await api.notifications.read({ upTo, ...(kind && { kind }) })).toEqual({ unreadCount: unreadOf(model) });
}

test('exactly the notifications that were not read are unread, in any order of events', async () => {
  const pick = fc.nat(30);
  const steps = fc.array<Step>(
    fc.oneof(
      fc.record({ act: fc.constant('create' as const), isMoney: fc.boolean() }),
      fc.record({ act: fc.constant('read' as const), picks: fc.array(pick, { minLength: 1, maxLength: 4 }) }),
      fc.record({ act: fc.constant('read up to' as const), pick, isMoneyOnly: fc.boolean() }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await node.server.services.db.deleteFrom('notification').execute();
      const model: Shown[] = [];
      for (const step of all) {
        if (step.act === 'create') await create(model, step.isMoney);
        else if (model.length > 0) await read(model, step);
        const { items, unreadCount } = await api.notifications.list({ size: 100 });
        expect(items.map(({ id, kind, isRead }) => ({ id, kind, isRead }))).toEqual(model);
        expect(unreadCount).toBe(unreadOf(model));
      }
    }),
    { numRuns: 12 },
  );
});
