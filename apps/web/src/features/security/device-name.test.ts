import { expect, test } from 'vitest';
import { partsOfDevice } from './device-name.ts';

test('partsOfDevice splits a device into browser and system, and returns undefined for other texts', () => {
  expect(partsOfDevice('Chrome on Linux')).toEqual({ browser: 'Chrome', system: 'Linux' });
  expect(partsOfDevice('Opera on TV on webOS')).toEqual({ browser: 'Opera on TV', system: 'webOS' });
  expect(['Chrome', '', 'on Linux', ' on '].map(partsOfDevice)).toEqual([undefined, undefined, undefined, undefined]);
});
