import { createRequire } from 'node:module';
import { ApiError, type WalletClient } from '@wusd/api-sdk';
import { languages } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notices } from '../src/domains/notifications/notices.ts';
import { notify } from '../src/domains/notifications/notify.ts';
import { transact } from '../src/platform/database/database.ts';
import {
  clientOf,
  createDemoDatabase,
  delivered,
  mei,
  type Node,
  send,
  signIn,
  startNode,
} from '../testing/harness.ts';
import { customerOf, deposit, phoneChange, tell, type Told } from '../testing/notifications.ts';

let node: Node;
let api: WalletClient;
beforeAll(async () => {
  node = await startNode(await createDemoDatabase());
  api = clientOf(node, await signIn(node));
});
afterAll(() => node[Symbol.asyncDispose]());

describe('preferences', () => {
  const outcome: Told = {
    message: 'message.identityVerified',
    subject: { entity: 'user' },
    values: { type: 'individual' },
  };
  const told = async () => {
    const subject = formatMessage('en_US', 'message.identityVerified.subject', { type: 'individual' });
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    return {
      emails: messages.filter((each) => each.subject === subject).length,
      listed: (await api.notifications.list({ size: 100 })).items.filter(({ title }) => title === subject).length,
    };
  };
  beforeEach(() => node.server.services.db.updateTable('customer').set({ notifications_off: null }).execute());

  test('are all on by default', async () => {
    expect(await api.notifications.getPreferences()).toEqual([
      { kind: 'security', channel: 'email', isOn: true, lockedBecause: 'security-required' },
      { kind: 'security', channel: 'in-app', isOn: true },
      { kind: 'money', channel: 'email', isOn: true, lockedBecause: 'money-required' },
      { kind: 'money', channel: 'in-app', isOn: true },
      { kind: 'account', channel: 'email', isOn: true },
      { kind: 'account', channel: 'in-app', isOn: true },
    ]);
  });

  test.each([
    ['email', { emails: 0, listed: 1 }],
    ['in-app', { emails: 1, listed: 0 }],
  ] as const)('turn off only %s until it is turned on again', async (channel, added) => {
    const before = await told();
    const after = await api.notifications.setPreferences([{ kind: 'account', channel, isOn: false }]);
    expect(after.filter(({ isOn }) => !isOn)).toEqual([{ kind: 'account', channel, isOn: false }]);
    await tell(node, outcome);
    const once = { emails: before.emails + added.emails, listed: before.listed + added.listed };
    expect(await told()).toEqual(once);
    await api.notifications.setPreferences([{ kind: 'account', channel, isOn: true }]);
    await tell(node, outcome);
    expect(await told()).toEqual({ emails: once.emails + 1, listed: once.listed + 1 });
  });

  test.each(['security', 'money'] as const)('keep emails of the kind %s on (control 50)', async (kind) => {
    const refused = api.notifications.setPreferences([
      { kind: 'account', channel: 'email', isOn: false },
      { kind, channel: 'email', isOn: false },
    ]);
    const error = await refused.catch((thrown: unknown) => thrown);
    if (!(error instanceof ApiError)) throw new Error('It was not refused');
    expect(error).toMatchObject({ errorName: 'NOTIFICATION_REQUIRED' });
    expect(error.details).toMatchObject({ reasonCode: `${kind}-required`, field: '/body/preferences/1/isOn' });
    expect((await api.notifications.getPreferences()).every(({ isOn }) => isOn)).toBe(true);
    // Such an email is sent even if the stored setting excludes it.
    const customer = { ...(await customerOf(node, mei.username)), notificationsOff: [`${kind}/email`] as const };
    const { db } = node.server.services;
    const count = async () => (await db.selectFrom('message').select('id').execute()).length;
    const before = await count();
    const notice = kind === 'security' ? phoneChange('9') : deposit(node, '9');
    await transact(db, (trx) => notify(trx, node.server.services, { ...notice, customer }));
    expect(await count()).toBe(before + 1);
  });

  test('need a token', async () => {
    expect(await send(node, 'GET', '/notifications/preferences')).toMatchObject({ status: 401 });
  });
});

test('every mail about an event is also a notice with a text for the app in every language', () => {
  const catalogue = createRequire(import.meta.url)('@wusd/i18n/catalogues/server/en_US.json') as unknown;
  const ids = Object.keys(v.parse(v.record(v.string(), v.unknown()), catalogue));
  const ending = (end: string) => ids.filter((id) => id.endsWith(end)).map((id) => id.slice(0, -end.length));
  /** Codes, links, and a mail to the owner of an address that is registered again. */
  const none = new Set(['message.code', 'message.activation', 'message.registerAgain']);
  expect(Object.keys(notices).toSorted()).toEqual(
    ending('.email')
      .filter((id) => !none.has(id))
      .toSorted(),
  );
  const values = { type: 'corporate', factor: 'sms', isOwed: 'yes', owed: '1.00 WUSD', digits: '1234', label: 'Own' };
  const more = { amount: '2.00 WUSD', pay: '3.00 SGD', receive: '4.00 THB', returned: '5.00 SGD', currency: 'SGD' };
  const rest = {
    reason: 'REASON',
    document: 'Passport',
    address: '0x52…9EE7',
    network: 'Base',
    account: 'Own •••• 1',
    time: 'T',
    order: 'o',
    sent: '1.50 WUSD',
    isLess: 'yes',
  };
  for (const language of languages)
    for (const id of Object.keys(notices))
      expect(formatMessage(language, `${id}.notice`, { ...values, ...more, ...rest })).toMatch(/^\S[^{}]+$/);
});
