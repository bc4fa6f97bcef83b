import contract from '@wusd/api-sdk/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { phoneSchema } from './phone.ts';

const e164 = new RegExp(contract.components.schemas.PhoneNumber.pattern);
const messageOf = (phoneNumber: string): string | undefined =>
  v.safeParse(phoneSchema, { phoneNumber }, { abortPipeEarly: true }).issues?.[0].message;

test('a number is sent as E.164, however it is typed', () => {
  expect(v.parse(phoneSchema, { phoneNumber: ' +65 (8123) 45-67 ' })).toEqual({ phoneNumber: '+6581234567' });
});

test.each([
  ['', 'field.required'],
  ['+', 'phone.invalid'],
  ['8123 4567', 'phone.invalid'],
  ['+999 123456', 'phone.invalid'],
  ['+43 0000', 'phone.invalid'],
])('%j is told %s', (typed, message) => {
  expect(messageOf(typed)).toBe(message);
});

test('nothing is sent that the contract would refuse', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[0-9 ()-]{4,20}$/), (typed) => {
      const parsed = v.safeParse(phoneSchema, { phoneNumber: typed });
      return !parsed.success || e164.test(parsed.output.phoneNumber);
    }),
  );
});
