import { currencies } from '@wusd/api-sdk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf, readFilters } from './filters.ts';
import { type OrderStatus, statuses } from '../../shared/money/order-status.ts';

test('filters survive their way through the address', () => {
  const filters = fc.record({
    status: fc.constantFrom(undefined, ...(Object.keys(statuses) as OrderStatus[])),
    currency: fc.constantFrom(undefined, ...currencies),
    text: fc.string({ maxLength: 100 }).map((text) => text.trim()),
    order: fc.constantFrom(undefined, 'otc_01hqxyz0000000000000000000'),
  });
  fc.assert(
    fc.property(filters, (given) => {
      expect(readFilters(new URL(pathOf(given), 'https://here.example').search)).toEqual(given);
    }),
  );
});

test.each(['?status=gone', '?currency=XAU', '?order=../1', '?order=otc_1'])('%s means nothing', (search) => {
  expect(readFilters(search)).toEqual({ status: undefined, currency: undefined, text: '', order: undefined });
});
