import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { installForms } from './uploads.ts';
import { portOf } from '@wusd/server-kit/testing/loopback';

test.each([
  ['a field', 'Content-Disposition: form-data; name="text"\r\n\r\nabc'],
  ['a file', 'Content-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'],
])('a connection that closes inside %s ends its request with an error (control 18)', async (_, part) => {
  const app = Fastify();
  const arrived = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  app.addHook('preValidation', (request, _reply, done) => {
    request.raw.once('data', () => arrived.resolve());
    done();
  });
  await installForms(app);
  app.addHook('onError', async (_request, _reply, error) => ended.resolve(error));
  app.post('/', { config: { multipartOptions: { limits: { files: 1 } } } }, () => 'done');
  await app.listen();
  const port = portOf(app.server);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b\r\n${part}`,
  );
  await arrived.promise;
  socket.destroy();
  expect(await ended.promise).toMatchObject({ errorName: 'INVALID_REQUEST' });
  await app.close();
});
