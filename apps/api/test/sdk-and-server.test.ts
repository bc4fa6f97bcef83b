import { createWalletClient } from '@wusd/api-sdk';
import { createAuth } from '@wusd/auth-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeFor, createDemoDatabase, delivered, mei, type Node, startNode } from '../testing/harness.ts';

let node: Node;
beforeAll(async () => {
  node = await startNode(await createDemoDatabase());
});
afterAll(() => node[Symbol.asyncDispose]());

test('a hundred calls with an expired token cause one refresh, and all succeed', async () => {
  let refreshes = 0;
  const counting: typeof fetch = (input, init) => {
    if (new Request(input, init).url.endsWith('/oauth2/token')) refreshes += 1;
    return fetch(input, init);
  };
  const auth = createAuth({ baseUrl: node.baseUrl, fetch: counting });
  await auth.signIn({
    username: mei.username,
    password: mei.password,
    mfa: async ({ challengeId }) => {
      await node.api.mfa.sendEmailOtp({ challengeId });
      await delivered(node);
      return { checkType: 2, code: await codeFor(node, mei.username) };
    },
  });
  const api = createWalletClient({ baseUrl: node.baseUrl, auth });
  await api.walletAccounts.list();

  refreshes = 0;
  // Only the server's clock moves, so the client notices by a refused call.
  await node.api.sandbox.advanceClock(16 * 60);
  const answers = await Promise.all(Array.from({ length: 100 }, () => api.walletAccounts.list()));
  expect(answers.every((wallets) => wallets.length === 11)).toBe(true);
  expect(refreshes).toBe(1);
});
