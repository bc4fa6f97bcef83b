import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createResolver } from './resolver.ts';
import { email, optionalText, text } from './rules.ts';

const schema = v.object({ email, note: optionalText(5), address: v.object({ city: text(10, 2) }) });
const whole = { email: ' mei@demo.example ', note: '', address: { city: ' Ulm ' } };

const resolve = async (values: typeof whole) =>
  createResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false });

test('values are sent as the schema transforms them', async () => {
  await expect(resolve(whole)).resolves.toEqual({
    errors: {},
    values: { email: 'mei@demo.example', note: '', address: { city: 'Ulm' } },
  });
});

test('each field has one problem, with the bounds for its message', async () => {
  const { errors } = await resolve({ email: '', note: '1234567', address: { city: 'U' } });
  expect(errors).toMatchObject({
    email: { message: 'field.required' },
    note: { message: 'field.tooLong', values: { max: 5, over: 2 } },
    address: { city: { message: 'field.tooShort', values: { min: 2 } } },
  });
});
