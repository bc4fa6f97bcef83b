import { createWalletClient, type CryptoTransaction } from '@wusd/api-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { createIntentLeases } from '../src/commands/intent-leases.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import type { CaptchaPort } from '../src/gateways/ports.ts';
import { createSimulatedCaptcha } from '../src/sandbox/simulators.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { putCodes } from '../testing/codes.ts';
import { saveOldAddress } from '../testing/withdrawals.ts';
import {
  advance,
  type Answer,
  bearer,
  clientOf,
  createDatabase,
  eventually,
  json,
  mei,
  type Node,
  send,
  signIn,
  startNode,
  type Tokens,
} from '../testing/harness.ts';

// A captcha is valid once, since both nodes verify it with the same provider.
const provider = createSimulatedCaptcha();
const captcha: CaptchaPort = { verify: (...token) => hold.then(() => provider.verify(...token)) };
let hold = Promise.resolve();

let node: Node;
let other: Node;
let tokens: Tokens;
let addressId: string;
beforeAll(async () => {
  const database = await createDatabase();
  const options = { wrapGateways: (gateways: Node['server']['services']['gateways']) => ({ ...gateways, captcha }) };
  node = await startNode(database, { sandboxPace: 'manual' }, undefined, options);
  other = await startNode(database, { sandboxPace: 'manual' }, undefined, options);
  tokens = await signIn(node);
  const { services } = node.server;
  const customer = await findCustomerByEmail(services.db, services.vault, mei.username);
  addressId = await saveOldAddress(services, customer?.id ?? '', 3, simulatedAddress(3, 900n));
  const api = clientOf(node, tokens);
  await eventually(async () => {
    const wallets = await api.walletAccounts.list();
    return wallets.some(({ available }) => available === '12480.500000000000000000') ? true : undefined;
  });
});
afterAll(() => Promise.all([node, other].map((each) => each[Symbol.asyncDispose]())));
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

let count = 0;
interface Prepared {
  body: { money: { currency: 'WUSD'; amount: string }; addressId: string };
  intentId: string;
  mfa: Awaited<ReturnType<typeof putCodes>>;
  token: string;
}
/** A reviewed withdrawal whose codes were sent. Each has another amount. */
async function prepare(): Promise<Prepared> {
  count += 1;
  const body = { money: { currency: 'WUSD' as const, amount: `10.${String(count).padStart(2, '0')}` }, addressId };
  const { intentId = '' } = await clientOf(node, tokens).cryptoTransactions.reviewWithdrawal(body);
  const mfa = await putCodes(node.server.services, intentId);
  return { body, intentId, mfa, token: `simulated:crypto_withdraw:${count}` };
}

function submit(to: Node, { body, intentId, mfa, token }: Prepared): Promise<Answer<CryptoTransaction>> {
  const header = Buffer.from(JSON.stringify({ sceneType: 6, intentId, checks: mfa })).toString('base64url');
  return send(to, 'POST', `/crypto-transaction/withdraw?recaptchaToken=${token}`, {
    ...json(body),
    headers: { 'content-type': 'application/json', 'x-mfa': header, ...bearer(tokens).headers },
  });
}

async function withdrawalsOf({ body }: Prepared): Promise<number> {
  const { items } = await clientOf(node, tokens).cryptoTransactions.search({ size: 100 });
  return items.filter(({ receive }) => receive?.amount.startsWith(body.money.amount)).length;
}

describe('50 withdrawals that are each sent to two nodes at once with one captcha', () => {
  test('are each executed once, and no repeat is refused for its captcha (control 20)', async () => {
    const all: Prepared[] = [];
    for (let each = 0; each < 50; each += 1) all.push(await prepare());
    const answers = await Promise.all(all.map((each) => Promise.all([submit(node, each), submit(other, each)])));
    const codes = new Set(answers.flat().map(({ header }) => header.errCode));
    expect([...codes].filter((code) => code !== '00000' && code !== '20004')).toEqual([]);
    for (const pair of answers) expect(pair.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const each of all) expect(await withdrawalsOf(each)).toBe(1);
  });
});

test('a repeat gets a retry time while its intent is executed, and then the first answer (control 20)', async () => {
  const withdrawal = await prepare();
  const provided = Promise.withResolvers<void>();
  hold = provided.promise;
  const first = submit(node, withdrawal);
  await eventually(async () => {
    const row = await node.server.services.db
      .selectFrom('challenge')
      .select('executing_until')
      .where('id', '=', withdrawal.intentId)
      .executeTakeFirstOrThrow();
    return row.executing_until ?? undefined;
  });
  const repeat = await submit(other, withdrawal);
  expect(repeat).toMatchObject({ status: 409, result: { errorName: 'INTENT_IN_PROGRESS', retryable: true } });
  expect(repeat.headers.get('retry-after')).toBe('1');
  provided.resolve();
  const { result } = await first;
  expect((await submit(other, withdrawal)).result).toEqual(result);
  expect(await withdrawalsOf(withdrawal)).toBe(1);
});

test('a wrong captcha executes nothing, and releases the intent for a correct one (control 20)', async () => {
  const withdrawal = await prepare();
  const wrong = { ...withdrawal, token: 'simulated:another_action:1' };
  const refused = await Promise.all([node, other, node, other].map((each) => submit(each, wrong)));
  for (const { header } of refused) expect(['14001', '20004']).toContain(header.errCode);
  expect(await withdrawalsOf(withdrawal)).toBe(0);
  expect((await submit(other, withdrawal)).status).toBe(200);
  expect(await withdrawalsOf(withdrawal)).toBe(1);
});

test('an intent whose node died is released after half a minute', async () => {
  const withdrawal = await prepare();
  const { db, clock } = node.server.services;
  await db
    .updateTable('challenge')
    .set({ executing_until: new Date(clock.now().getTime() + 30_000) })
    .where('id', '=', withdrawal.intentId)
    .execute();
  expect((await submit(other, withdrawal)).header.errCode).toBe('20004');
  await advance(31, node, other);
  expect((await submit(other, withdrawal)).status).toBe(200);
});

test('an intent whose call failed with the database is released on every node once the database is back', async () => {
  const withdrawal = await prepare();
  const { intentId } = withdrawal;
  const { db, clock, log } = node.server.services;
  let isLost = false;
  const unreliable = new Proxy(db, {
    get(target, name) {
      if (isLost && name === 'updateTable') throw new Error('The connection is lost');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const leases = createIntentLeases({ db: unreliable, clock, log });
  const run = (work: () => Promise<string>) => leases.run(intentId, async () => undefined, work);
  await expect(
    run(async () => {
      isLost = true;
      throw new Error('The transaction is lost');
    }),
  ).rejects.toThrow('The transaction is lost');
  isLost = false;
  // The repeat may reach another node, which has no state of the first call.
  await expect.poll(() => submit(other, withdrawal), { timeout: 10_000 }).toMatchObject({ status: 200 });
  expect(await withdrawalsOf(withdrawal)).toBe(1);
});

test('an SDK client that sends an intent twice at once gets one answer twice (control 20)', async () => {
  const { body, intentId, mfa, token } = await prepare();
  const clients = [node, other].map(({ baseUrl }) =>
    createWalletClient({ baseUrl, auth: { getAccessToken: async () => tokens.access_token } }),
  );
  const [first, second] = await Promise.all(
    clients.map(({ cryptoTransactions }) =>
      cryptoTransactions.withdraw(body, { intent: { intentId }, mfa, captcha: token }),
    ),
  );
  expect(second).toEqual(first);
});
