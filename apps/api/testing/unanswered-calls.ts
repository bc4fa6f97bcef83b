import { createServer } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { withOutboundSignal } from '@wusd/server-kit/outbound';
import { classifyFailure } from '../src/platform/errors/gateway-error.ts';
import { LoggableError, serializeError } from '@wusd/server-kit/errors/loggable-error';
import { listen } from '@wusd/server-kit/testing/loopback';

/**
 * Tests that the guard classifies failures of a node's HTTP calls, and that no error contains the node's URL. Call it
 * at the top of a test file.
 *
 * @param call calls the node at a URL
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
  ] as const)('the guard classifies an answer of %s as %s, and the log omits the URL', async (status, failure) => {
    answer = status;
    const error = await failureOf();
    expect(classifyFailure(error)).toBe(failure);
    expect(error).toBeInstanceOf(LoggableError);
    expect(JSON.stringify(serializeError(error))).not.toContain('secret');
  });

  test('the guard classifies a refused connection as unreachable', async () => {
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
