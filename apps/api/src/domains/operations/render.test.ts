import { expect, test } from 'vitest';
import { renderText } from './render.ts';
import type { CommandResult, QueueItem } from './results.ts';

const asOf = new Date('2026-03-01T12:00:00Z');
const item: QueueItem = {
  since: new Date('2026-03-01T09:00:00Z'),
  entity: 'order',
  id: 'otc_1',
  customerId: 'usr_1',
  customerEmail: 'mei@demo.example',
  amounts: [
    { amount: '1000', currency: 'SGD' },
    { amount: '740.5', currency: 'WUSD' },
  ],
  details: [],
  reason: 'rate expires',
  actions: ['approve', 'reject --reason'],
};

test('a queue is rendered as a table with age, amounts and actions', () => {
  const [head = '', row = ''] = renderText({ type: 'queue', asOf, items: [item] }).split('\n');
  expect(head).toMatch(/^AGE +TYPE +ID +CUSTOMER +DETAILS +REASON +ACTIONS$/);
  expect(row).toMatch(
    /^3 h +order +otc_1 +mei@demo\.example +1,000\.00 SGD for 740\.50 WUSD +rate expires +approve, reject/,
  );
  expect(renderText({ type: 'queue', asOf, items: [{ ...item, customerEmail: null, amounts: [] }] })).toMatch(
    /otc_1 +- +- +rate expires/,
  );
});

test('JSON output has amounts as decimal strings and times in ISO 8601', () => {
  const result: CommandResult = { type: 'queue', asOf, items: [item] };
  expect(JSON.parse(JSON.stringify(result))).toMatchObject({
    type: 'queue',
    asOf: '2026-03-01T12:00:00.000Z',
    items: [{ since: '2026-03-01T09:00:00.000Z', amounts: [{ amount: '1000', currency: 'SGD' }, { amount: '740.5' }] }],
  });
});

test.each<[CommandResult, string]>([
  [{ type: 'queue', asOf, items: [] }, 'The queue is empty.'],
  [{ type: 'bank-transfers', items: [] }, 'No bank transfers are in flight.'],
  [{ type: 'feedback-list', items: [] }, 'No open feedback.'],
  [{ type: 'files', id: 'ftx_1', paths: [] }, 'ftx_1 has no receipts.'],
  [{ type: 'reconciliation', asOf, differences: [], notCompared: [], overdue: [] }, 'No differences found.'],
  [
    {
      type: 'reconciliation',
      asOf,
      differences: [],
      notCompared: [{ network: 'Tron', reason: "its balances at 7 can't be read" }],
      overdue: [],
    },
    "No differences found.\nTron: not compared, its balances at 7 can't be read",
  ],
  [
    { type: 'search-results', query: 'f00d', items: [], hasMore: false },
    'No id, hash, address or reference begins or ends with "f00d".',
  ],
])('an empty result is rendered as a sentence: %j', (result, text) => {
  expect(renderText(result)).toBe(text);
});

test('a status shows the email address of the customer, and the reason if there is one', () => {
  expect(renderText({ type: 'status', id: 'usr_1', email: 'mei@demo.example', status: 'frozen' })).toBe(
    'mei@demo.example: frozen',
  );
  expect(renderText({ type: 'status', id: 'ctx_1', status: 'rejected', reason: 'declined' })).toBe(
    'ctx_1: rejected, declined',
  );
});
