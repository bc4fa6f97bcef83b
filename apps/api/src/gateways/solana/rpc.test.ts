import { createServer } from 'node:http';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from '../../../testing/loopback.ts';
import { classifyFailure } from '../../platform/errors/gateway-error.ts';
import { LoggableError, serializeError } from '../../platform/errors/loggable-error.ts';
import { withOutboundSignal } from '../guard/outbound.ts';
import { createRpcCall } from './rpc.ts';

let answer: number | 'drop' | 'silence' = 500;
const server = createServer((request, response) => {
  if (answer === 'drop') request.socket.destroy();
  else if (answer !== 'silence') response.writeHead(answer).end('{}');
});
const url = `http://127.0.0.1:${await listen(server)}/secret-token`;
const unused = createServer();
const closed = await listen(unused);
unused.close();
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => (answer = 500));

const failureOf = async (at = url): Promise<unknown> =>
  createRpcCall(at, 'The node')('getSlot', [], v.bigint()).catch((error: unknown) => error);

test.each([
  [500, 'failing'],
  [429, 'failing'],
  [401, 'failing'],
  [400, 'refused'],
  ['drop', 'unreachable'],
] as const)('an answer of %s is %s to the guard, and logged without the URL', async (status, failure) => {
  answer = status;
  const error = await failureOf();
  expect(classifyFailure(error)).toBe(failure);
  expect(error).toBeInstanceOf(LoggableError);
  expect(JSON.stringify(serializeError(error))).not.toContain('secret');
});

test('a node that refuses connections is unreachable to the guard', async () => {
  const error = await failureOf(`http://127.0.0.1:${closed}/secret-token`);
  expect(classifyFailure(error)).toBe('unreachable');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  expect(error).not.toHaveProperty('status');
});

test('a call ends at the deadline of the guard', async () => {
  answer = 'silence';
  const deadline = AbortSignal.timeout(50);
  const error = await withOutboundSignal(deadline, () => failureOf());
  expect(classifyFailure(error)).toBe('timeout');
  expect(error).toMatchObject({ code: 'ETIMEDOUT' });
});
