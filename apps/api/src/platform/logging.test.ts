import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '@wusd/server-kit/logging';

test('a log line contains no query, header, body or error message (control 34)', async () => {
  let lines = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines += String(chunk);
      done();
    },
  });
  const app = Fastify({ loggerInstance: createLogger({ mode: 'production' }, stream) });
  app.post('/calls', (request) => {
    request.log.info({ password: 'secret-1', deep: { code: 'secret-2' } }, 'noted');
    request.log.error({ err: new Error('duplicate key (email)=(secret-3)') }, 'failed');
    return {};
  });
  await app.inject({
    method: 'POST',
    url: '/calls?resetToken=secret-4',
    headers: { authorization: 'Bearer secret-5' },
    payload: { password: 'secret-6' },
  });
  await app.close();
  expect(lines).toContain('"path":"/calls"');
  expect(lines).toContain('failed');
  expect(lines).not.toContain('secret');
});
