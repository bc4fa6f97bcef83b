import { expect, test } from 'vitest';
import {
  codeFor,
  createDemoDatabase,
  delivered,
  form,
  mei,
  type Node,
  seal,
  send,
  startNode,
  token,
} from '../testing/harness.ts';

// One trusted proxy names the caller's address.
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Signs in up to the challenge, with a password that is wrong for whichever account. */
async function wrongLogins(node: Node, address: string, count: number) {
  const config = await node.api.config.get();
  const payloads = await Promise.all(
    [mei.username, 'nobody@example.com'].map((username) => seal(config, { username, password: 'Wrong-Wallet-2026!' })),
  );
  return Array.from({ length: count }, (_, index) =>
    send(node, 'POST', '/user/login', {
      ...form({ client_id: 'wusd-web', payload: payloads[index % 2] ?? '', device: `attacker-${index}` }),
      ...from(address),
    }),
  );
}

test('290 wrong logins of one address wait for a customer of another address to sign in, not the customer for them (control 3)', async () => {
  await using node = await startNode(await createDemoDatabase(), { trustedProxies: 1 });
  const device = { ...mei, device: 'a-new-device' };
  const { username, password } = mei;
  const config = await node.api.config.get();
  const seals = [username, 'somchai@demo.example', 'harbour@demo.example'].map((each) =>
    seal(config, { username: each, password }),
  );
  const payloads = await Promise.all([...seals, ...seals]);
  const before = await wrongLogins(node, '203.0.113.7', 145);
  // They arrive while the flood goes on, so its share is full at all times: one that counted for it would be refused.
  const customers = payloads.map((payload, index) =>
    send<{ challengeId: string }>(node, 'POST', '/user/login', {
      ...form({ client_id: 'wusd-web', payload, device: index === 0 ? device.device : `another-device-${index}` }),
      ...from(`198.51.100.${index}`),
    }),
  );
  const flood = [...before, ...(await wrongLogins(node, '203.0.113.7', 145))];
  let answered = 0;
  for (const each of flood) void each.then(() => (answered += 1));
  const signedIn = await Promise.all(customers);
  expect(signedIn.map(({ status }) => status)).toEqual(payloads.map(() => 200));
  // Two are hashed at a time: had the customers waited for all of them, no more would be left.
  expect(flood.length - answered).toBeGreaterThan(5);
  const [customer] = signedIn;
  if (!customer) throw new Error('Nobody signed in');

  await node.api.mfa.sendEmailOtp({ challengeId: customer.result.challengeId });
  await delivered(node);
  const code = await codeFor(node, mei.username);
  expect((await token(node, device, customer.result.challengeId, { checkType: 2, code })).status).toBe(200);

  const answers = await Promise.all(flood);
  // A slow machine refuses with 503 what has waited too long.
  const statuses = (parity: number) =>
    new Set(answers.flatMap(({ status }, index) => (index % 2 === parity && status !== 503 ? [status] : [])));
  // Nothing tells the account that exists from the one that does not.
  expect(statuses(0)).toEqual(statuses(1));
  expect([...statuses(0)].toSorted()).toEqual([401, 429]);
}, 180_000);
