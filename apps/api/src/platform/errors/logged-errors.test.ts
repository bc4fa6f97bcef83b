import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { GatewayError } from './gateway-error.ts';
import { createLogger } from '@wusd/server-kit/logging';
import * as v from 'valibot';
import { parseJson } from '@wusd/server-kit/json';

function logged(error: unknown): { line: string; err: Record<string, unknown> } {
  let line = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      line += String(chunk);
      done();
    },
  });
  createLogger({ mode: 'production' }, stream).error({ err: error }, 'failed');
  return { line, ...parseJson(v.object({ err: v.record(v.string(), v.unknown()) }), line) };
}

/** Values that must never be logged, by the field of a library's error that may contain them. */
const secrets = {
  password: 'Hunter-2026!',
  code: '481516',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.s3cr3t',
  email: 'mei@demo.example',
  address: '0xaE293B5bD08897eFcf222ceC2BdB51c2fb223E68',
  url: 'https://polygon.node.example/v2/api-key-1234',
};

test('an aggregate logs each of its errors with its causes', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { err } = logged(
    new AggregateError([
      new GatewayError({ gateway: 'chain:polygon', operation: 'statusOf', networkId: 4 }, 'unreachable', refused),
      new TypeError('something else'),
    ]),
  );
  expect(err).toMatchObject({
    type: 'AggregateError',
    errors: [
      {
        type: 'GatewayError',
        message: 'chain:polygon statusOf: unreachable',
        gateway: 'chain:polygon',
        networkId: 4,
        state: 'ECONNREFUSED',
        cause: { type: 'Error', state: 'ECONNREFUSED' },
      },
      { type: 'TypeError', message: '' },
    ],
  });
});

test('an error of the database logs its state, constraint, table and routine, and no value', () => {
  const { line, err } = logged(
    Object.assign(new Error(`duplicate key (email)=(${secrets.email})`), {
      severity: 'ERROR',
      code: '23505',
      constraint: 'customer_email',
      table: 'customer',
      routine: '_bt_check_unique',
      detail: `Key (email)=(${secrets.email}) already exists.`,
    }),
  );
  expect(err).toMatchObject({ state: '23505', constraint: 'customer_email', table: 'customer' });
  expect(line).not.toContain(secrets.email);
});

test('secrets in the message, stack or fields of a library error are not logged (control 34)', () => {
  const all = Object.values(secrets).join('\n    at ');
  const cause = Object.assign(new Error(all), { ...secrets, status: 503, url: secrets.url, request: secrets });
  cause.name = secrets.email;
  const wrapped = new AggregateError(
    [new GatewayError({ gateway: 'email', operation: 'send' }, 'failing', cause), new Error(all, { cause })],
    all,
  );
  const { line } = logged(wrapped);
  for (const secret of Object.values(secrets)) expect(line).not.toContain(secret);
  expect(line).toContain('"status":503');
});

test('a circular chain of causes is logged once', () => {
  const error = new Error('first');
  error.cause = error;
  expect(logged(error).line).toContain('"type":"Error"');
});
