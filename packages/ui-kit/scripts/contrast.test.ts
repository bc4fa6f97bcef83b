import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

test('black on white is 21, a colour on itself 1, and WCAG’s own grey just fails', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrast('#0B5FD9', '#0B5FD9')).toBe(1);
  expect(contrast('#777777', '#FFFFFF')).toBeLessThan(4.5);
});
