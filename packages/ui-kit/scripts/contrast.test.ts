import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

test('computes 21 for black on white, 1 for equal colours, and less than 4.5 for the grey of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrast('#0B5FD9', '#0B5FD9')).toBe(1);
  expect(contrast('#777777', '#FFFFFF')).toBeLessThan(4.5);
});
