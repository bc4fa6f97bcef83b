import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest, placesOf, type Point, roundTop, stepLine, ticksOf } from './chart.ts';

const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
const course = (totals: readonly string[]): Point[] => totals.map((total, index) => ({ at: day(index), total }));
const totals = fc.array(
  fc.bigInt({ min: 0n, max: 10n ** 15n }).map((minor) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`),
  { minLength: 2, maxLength: 40 },
);

test('the height of a point is proportional to its total', () => {
  fc.assert(
    fc.property(totals, (amounts) => {
      const points = course(amounts);
      const [, , top] = ticksOf(points);
      for (const [index, { x, y }] of placesOf(points).entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(100);
        expect(y).toBeGreaterThanOrEqual(0);
        expect((100 - y) / 100).toBeCloseTo(Number(amounts[index]) / top, 9);
      }
    }),
  );
});

test('the scale runs from zero to the next round number', () => {
  expect(ticksOf(course(['6155.00', '10842.00']))).toEqual([0, 6000, 12_000]);
  expect(ticksOf(course(['0.00', '0.00']))).toEqual([0, 0.5, 1]);
  expect([0.031, 1, 2.1, 26, 501].map(roundTop)).toEqual([0.04, 1, 2.4, 30, 600]);
});

test('a drop by half is drawn as a step to half the height', () => {
  const places = placesOf(course(['10.00', '10.00', '5.00']));
  expect(places.map(({ y }) => y)).toEqual([0, 0, 50]);
  expect(stepLine(places)).toBe('M0.00 0.00H50.00V0.00H100.00V50.00');
});

test('nearest returns the index of the point closest in time', () => {
  const points = course(['1.00', '2.00', '3.00']);
  expect([0, 0.2, 0.3, 0.6, 0.9, 1].map((share) => nearest(points, share))).toEqual([0, 0, 1, 1, 2, 2]);
});
