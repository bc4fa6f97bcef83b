import { expect, test } from 'vitest';
import { runOperatorCommand } from '../src/domains/operations/run.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { advance, eventually, mei, startTwoNodes } from '../testing/harness.ts';
import { operatorOf, runtimeOf } from '../testing/operator.ts';

// The operators' queue: everything that waits for a person in one table, search, and the command for each row.

const { node, other } = await startTwoNodes();
const { services } = node.server;
const operator = operatorOf(services);
const linesOf = async (...command: string[]): Promise<string[]> => (await operator(...command)).split('\n');

test('one table lists everything that waits for a person, the oldest first, with the command for it', async () => {
  const { reference: hash } = await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    money: { currency: 'WUSD', amount: '77.00' },
    networkId: 3,
    outcome: 'high-risk',
  });
  await eventually(async () => ((await operator('queue')).includes('high-risk') ? true : undefined));
  await advance(3 * 60 * 60, node, other);
  await services.db
    .insertInto('sandbox_statement')
    .values({ partner_id: 'dbs', line: 'STRAY-1', reference: 'Savings', currency: 'USD', amount: '12300' })
    .execute();
  await readStatements(services);

  const [head = '', ...rows] = await linesOf('queue');
  expect(head).toMatch(/^AGE +TYPE +ID +CUSTOMER +DETAILS +REASON +ACTIONS$/);
  // Each column begins below its heading.
  for (const row of rows) expect(row.slice(head.indexOf('TYPE') - 1, head.indexOf('TYPE') + 1)).toMatch(/^ \S/);
  const row = (text: string): string => rows.find((each) => each.includes(text)) ?? '';
  expect(row('harbour@demo.example')).toMatch(/company .*to be verified .*show-customer, verify, reject --reason/);
  expect(row('high-risk')).toMatch(
    /^3 h +deposit +ctx_\w+ +mei@demo\.example +77\.00 WUSD, Ethereum +high-risk +approve, reject --reason$/,
  );
  expect(row('dbs:STRAY-1')).toMatch(
    /^0 min +credit line .* 123\.00 USD +unmatched: Savings +match --line, fund-desk --line$/,
  );
  expect(rows.findIndex((each) => each.includes('high-risk'))).toBeLessThan(
    rows.findIndex((each) => each.includes('STRAY-1')),
  );

  const { exitCode, stdout } = await runOperatorCommand(runtimeOf(services), ['queue', '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    type: 'queue',
    items: expect.arrayContaining([
      expect.objectContaining({
        entity: 'deposit',
        customerEmail: mei.username,
        amounts: [{ amount: expect.stringMatching(/^77\.0+$/), currency: 'WUSD' }],
        reason: 'high-risk',
        actions: ['approve', 'reject --reason'],
      }),
    ]),
  });

  const [, found = ''] = await linesOf('find', hash.slice(-20).toUpperCase());
  expect(found).toMatch(
    /crypto deposit +ctx_\w+ +mei@demo\.example +77\.00 WUSD +to be confirmed +completed, rejected$/,
  );
  await operator('approve', /ctx_\w+/.exec(found)?.[0] ?? '');
  const [, after = ''] = await linesOf('find', hash.slice(-20));
  expect(after).toMatch(/completed +-$/);
  const looked = await services.db.selectFrom('audit_log').select('details').where('act', '=', 'looked up').execute();
  expect(looked).toHaveLength(2);
  // Each entry names the operator and the customer, not the search text.
  for (const { details } of looked)
    expect(JSON.stringify(details)).toMatch(
      /^\{"operator":"priya","customers":"usr_\w+"\}$|^\{"customers":"usr_\w+","operator":"priya"\}$/,
    );
  expect(await operator('queue')).not.toContain('high-risk');
});

test('a decision on an unknown crypto or bank transfer returns an error', async () => {
  for (const id of ['ctx_01hqxyz0000000000000000000', 'ftx_01hqxyz0000000000000000000'])
    await expect(operator('approve', id)).rejects.toThrow(`There is no transfer ${id}.`);
});

test('a customer is found by email with recent transactions; an unknown or short text returns an error', async () => {
  const [head = '', ...rows] = await linesOf('find', mei.username);
  expect(head).toMatch(/^STARTED .*CAN BECOME$/);
  expect(rows.length).toBeGreaterThanOrEqual(6);
  expect(rows.every((row) => row.includes(mei.username))).toBe(true);
  expect(await operator('find', 'nobody@demo.example')).toBe('Nothing found for nobody@demo.example.');
  expect(await operator('find', 'f00dcafef00d')).toBe(
    'No id, hash, address or reference begins or ends with "f00dcafef00d".',
  );
  await expect(operator('find', 'ab')).rejects.toThrow('find needs at least 4 characters');
  // Pattern characters are plain text here.
  expect(await operator('find', '%%%%')).toContain('No id, hash');
});
