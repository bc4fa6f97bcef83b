import { expect, test } from 'vitest';
import { partsOfDevice } from './device-name.ts';

test('a device is a program on a system, or one of them alone', () => {
  expect(partsOfDevice('Chrome on Linux')).toEqual({ browser: 'Chrome', system: 'Linux' });
  expect(partsOfDevice('Opera on TV on webOS')).toEqual({ browser: 'Opera on TV', system: 'webOS' });
  expect(['Chrome', '', 'on Linux', ' on '].map(partsOfDevice)).toEqual([undefined, undefined, undefined, undefined]);
});
