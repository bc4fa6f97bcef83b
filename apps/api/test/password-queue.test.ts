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

// The server trusts one proxy to report the caller's address.
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Sends wrong passwords to the login call, for an existing and an unknown account in turn. */
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

test('290 wrong logins of one address do not delay the sign-in of a customer from another address (control 3)', async () => {
  await using node = await startNode(await createDemoDatabase(), { trustedProxies: 1 });
  const device = { ...mei, device: 'a-new-device' };
  const { username, password } = mei;
  const config = await node.api.config.get();
  const seals = [username, 'somchai@demo.example', 'harbour@demo.example'].map((each) =>
    seal(config, { username: each, password }),
  );
  const payloads = await Promise.all([...seals, ...seals]);
  const before = await wrongLogins(node, '203.0.113.7', 145);
  // These logins arrive during the flood, whose share is full. A login counted towards that share would be refused.
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
  // Two passwords are hashed at a time. If the customers had waited for the flood, no login would be left.
  expect(flood.length - answered).toBeGreaterThan(5);
  const [customer] = signedIn;
  if (!customer) throw new Error('Nobody signed in');

  await node.api.mfa.sendEmailOtp({ challengeId: customer.result.challengeId });
  await delivered(node);
  const code = await codeFor(node, mei.username);
  expect((await token(node, device, customer.result.challengeId, { checkType: 2, code })).status).toBe(200);

  const answers = await Promise.all(flood);
  // A slow machine answers 503 to logins that waited too long.
  const statuses = (parity: number) =>
    new Set(answers.flatMap(({ status }, index) => (index % 2 === parity && status !== 503 ? [status] : [])));
  // Existing and unknown accounts get the same statuses.
  expect(statuses(0)).toEqual(statuses(1));
  expect([...statuses(0)].toSorted()).toEqual([401, 429]);
}, 180_000);
