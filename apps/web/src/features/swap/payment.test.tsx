import { expect, test } from 'vitest';
import { readLink } from './payment.ts';

const pairs = [{ pay: 'USD', receive: 'WUSD' }] as const;
const sides = pairs[0];

test.each([
  [
    { pay: 'USD', receive: 'WUSD', amount: '12.50' } as const,
    { sides, typed: { side: 'pay', text: '12.50' } },
    undefined,
  ],
  [{ pay: 'USD', receive: 'WUSD' } as const, { sides, typed: { side: 'pay', text: '' } }, undefined],
  [
    { pay: 'USD', receive: 'WUSD', amount: '-1' } as const,
    { sides, typed: { side: 'pay', text: '' } },
    'crypto.withdraw.link.amount',
  ],
  [{ pay: 'WUSD', receive: 'USD', amount: '5' } as const, undefined, 'swap.link.pair'],
  [{ amount: '5' }, undefined, 'swap.link.pair'],
])('the link %j fills in %j', (link, draft, ignored) => {
  expect(readLink(link, pairs)).toEqual({ ...(draft && { draft }), ...(ignored && { ignored }) });
});
