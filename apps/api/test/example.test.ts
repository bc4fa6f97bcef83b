import { expect, test } from 'vitest';
import { printBalances } from '@wusd/examples/balances.mjs';
import { codeFor, createDatabase, eventually, mei, startNode } from './harness.ts';

test('the example that integrators copy signs in and prints the balances', async () => {
  await using node = await startNode(await createDatabase());
  const lines: string[] = [];
  await eventually(async () =>
    (await node.server.services.db.selectFrom('posting').select('version').executeTakeFirst()) ? true : undefined,
  );
  await printBalances(
    { baseUrl: node.baseUrl, username: mei.username, password: mei.password },
    async ({ challengeId }) => {
      await node.api.mfa.sendEmailOtp({ challengeId });
      await eventually(async () =>
        (await node.api.sandbox.mailbox(mei.username)).messages.length > 0 ? true : undefined,
      );
      return { checkType: 2, code: await codeFor(node, mei.username) };
    },
    (line) => lines.push(line),
  );
  expect(lines).toHaveLength(11);
  expect(lines).toContain('USD 18250.00');
});
