import { ApiError } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { namedField } from './refusals.ts';

const has = (field: string): boolean => ['email', 'identity.residence'].includes(field);
const refused = (errorName: 'INVALID_REQUEST' | 'NOT_FOUND', field?: string): ApiError =>
  new ApiError('register', 400, '10001', 'No', {
    errorName,
    ...(field !== undefined && { field }),
  });

test.each([
  ['/body/email', undefined, 'email'],
  ['/body/identity/residence', undefined, 'identity.residence'],
  ['/body/residence', 'identity.', 'identity.residence'],
  ['/body/unknown', undefined, undefined],
  ['/query/email', undefined, undefined],
])('the pointer %s with the prefix %s names the field %s', (pointer, prefix, field) => {
  expect(namedField(refused('INVALID_REQUEST', pointer), has, prefix)).toBe(field);
});

test('other errors name no field', () => {
  expect(namedField(refused('NOT_FOUND', '/body/email'), has)).toBeUndefined();
  expect(namedField(refused('INVALID_REQUEST'), has)).toBeUndefined();
  expect(namedField(new Error('offline'), has)).toBeUndefined();
});
