import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { raiseAlert } from '../src/platform/alerts/alerts.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { createDatabase, fundedDemoCustomer, startNode } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { saveOldAddress } from '../testing/withdrawals.ts';

// Executes every operator command of the runbooks, in order, on a node in the state that they describe.

const runbooks = readFileSync(new URL('../../../docs/operations/runbooks.md', import.meta.url), 'utf8');
const commandLines = [
  ...new Set([...runbooks.matchAll(/npm run operator -- ([^`\n]+)`/g)].map(([, line = '']) => line)),
];
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);

/** Commands that need another process or a restored database, with the test that executes them. */
const executedElsewhere: Record<string, string> = {
  'after-restore': 'after-restore.test.ts',
  'book-payout': 'after-restore.test.ts',
  check: 'check-connections.test.ts',
  migrate: 'database-logins.test.ts',
};

test('each command of the runbooks works as described', async () => {
  await using node = await startNode(await createDatabase(), { sandboxPace: 'manual' });
  const { services } = node.server;
  const { db, clock } = services;
  const customerId = await fundedDemoCustomer(node);
  const addressId = await saveOldAddress(services, customerId, 3, simulatedAddress(3, 990n));
  const id = '01hqxyz0000000000000000000';
  const now = clock.now();
  const failure = { attempts: 15, error: '{}', first_failed_at: now, last_failed_at: now, retry_at: now, dead_at: now };
  await db
    .insertInto('job_failure')
    .values({ ...failure, queue: 'payouts:base', item: `ctx_${id}` })
    .execute();
  await raiseAlert(services, { kind: 'codes-locked', entityId: `cus_${id}` });
  await raiseAlert(services, { kind: 'bank-file-rejected', entityId: 'dbs/statement-1.xml' });

  const operator = operatorOf(services);
  const outputs: Record<string, string> = {};
  for (const line of commandLines) {
    const [name = '', ...rest] = wordsOf(line.replace(`adr_${id}`, addressId).replace('<id>', customerId));
    const elsewhere = executedElsewhere[name];
    if (elsewhere !== undefined) {
      expect(readFileSync(new URL(elsewhere, import.meta.url), 'utf8'), line).toContain(`'${name}'`);
      continue;
    }
    outputs[line] = await operator(name, ...rest);
  }
  expect(Object.keys(outputs).length).toBeGreaterThan(18);
  expect(outputs).toMatchObject({
    reconcile: 'No differences found.',
    [`retry payouts:base/ctx_${id}`]: `payouts:base/ctx_${id}: scheduled`,
    [`close-alert codes-locked cus_${id}`]: `codes-locked cus_${id}: closed`,
    'close-alert bank-file-rejected dbs/statement-1.xml': 'bank-file-rejected dbs/statement-1.xml: closed',
    [`disable adr_${id}`]: `${addressId}: disabled`,
    [`enable adr_${id}`]: `${addressId}: active`,
    'release-payouts all': 'No payouts are held.',
    'freeze <id>': expect.stringContaining('frozen'),
  });
  expect(outputs['alerts']).toContain('codes-locked');
  expect(outputs['hold-payouts all --why "Suspected breach"']?.split('\n').length).toBeGreaterThan(10);
});
