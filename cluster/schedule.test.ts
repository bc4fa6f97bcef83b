import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOrders, longestPause } from '@wusd/api/testing/cluster-load';
import { drawSchedules, faults } from './schedule.ts';

test('a seed draws the same schedules again, another seed others, and nine faults are all of them', () => {
  const drawn = drawSchedules(1, 3, 3);
  assert.deepEqual(drawn, drawSchedules(1, 3, 3));
  assert.notDeepEqual(drawn, drawSchedules(2, 3, 3));
  assert.deepEqual(drawn.flat().toSorted(), faults.toSorted());
  assert.deepEqual(
    drawSchedules(1, 20, 2).map(({ length }) => length),
    Array.from({ length: 20 }, () => 2),
  );
});

test('a payment that was acknowledged and is not stored is lost, and two of one quote are doubled', () => {
  const order = (id: string, quote: string) => ({ id, quote_id: quote });
  const placed = [{ id: 'a', quoteId: 'q' }];
  assert.deepEqual(compareOrders(placed, [order('a', 'q')]), []);
  assert.deepEqual(compareOrders(placed, []), ['lost: a q']);
  assert.deepEqual(compareOrders(placed, [order('a', 'q'), order('b', 'q')]), [
    'never acknowledged: b q',
    'doubled: quote q',
  ]);
});

test('the longest pause also counts before the first payment and after the last', () => {
  const placed = [{ at: 20 }, { at: 30 }, { at: 200 }];
  assert.equal(longestPause(placed, 0, 50), 20);
  assert.equal(longestPause(placed, 25, 300), 170);
  assert.equal(longestPause(placed, 250, 300), 50);
});
