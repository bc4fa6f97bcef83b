import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { withOutboundSignal } from '@wusd/server-kit/outbound';
import { classifyFailure } from '../src/platform/errors/gateway-error.ts';
import { LoggableError, serializeError } from '@wusd/server-kit/errors/loggable-error';
import { listen } from '@wusd/server-kit/testing/loopback';

/**
 * The guard tells apart how a node's HTTP call fails, and no error quotes the node's URL. Called at the top of a file.
 *
 * @param call asks the node at a URL
 */
export async function failuresAreClassified(call: (url: string) => Promise<unknown>): Promise<void> {
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
  const failureOf = async (at = url): Promise<unknown> => call(at).catch((error: unknown) => error);

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
    const error = await withOutboundSignal(AbortSignal.timeout(50), () => failureOf());
    expect(classifyFailure(error)).toBe('timeout');
    expect(error).toMatchObject({ code: 'ETIMEDOUT' });
  });
}
