import { expect, test } from 'vitest';
import {
  codeFor,
  createDatabase,
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
  await using node = await startNode(await createDatabase(), { trustedProxies: 1 });
  const device = { ...mei, device: 'a-new-device' };
  const { username, password } = mei;
  const payload = await seal(await node.api.config.get(), { username, password });
  const flood = await wrongLogins(node, '203.0.113.7', 290);
  let answered = 0;
  for (const each of flood) void each.then(() => (answered += 1));
  // The queue is full once one of them is refused.
  await Promise.any(flood.map(async (each) => ((await each).status === 401 ? Promise.reject(new Error()) : undefined)));
  const customer = await send<{ challengeId: string }>(node, 'POST', '/user/login', {
    ...form({ client_id: 'wusd-web', payload, device: device.device }),
    ...from('198.51.100.9'),
  });
  expect(customer.status).toBe(200);
  // Two are hashed at a time: had the customer waited for all of them, no more would be left.
  expect(flood.length - answered).toBeGreaterThan(5);

  await node.api.mfa.sendEmailOtp({ challengeId: customer.result.challengeId });
  await delivered(node);
  const code = await codeFor(node, mei.username);
  expect((await token(node, device, customer.result.challengeId, { checkType: 2, code })).status).toBe(200);

  const answers = await Promise.all(flood);
  const statuses = (parity: number) =>
    new Set(answers.filter((_, index) => index % 2 === parity).map((each) => each.status));
  // Nothing tells the account that exists from the one that does not.
  expect(statuses(0)).toEqual(statuses(1));
  expect([...statuses(0)].toSorted()).toEqual([401, 429]);
}, 60_000);
