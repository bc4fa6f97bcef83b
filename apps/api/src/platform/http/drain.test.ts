import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type Drain, installDrain } from './drain.ts';

async function startStopping() {
  const paused = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<number>();
  const steps: string[] = [];
  const app = Fastify({ return503OnClosing: false });
  const drain: Drain = installDrain(app, {
    unreadyMs: 5000,
    drainMs: 60_000,
    endStreams: () => steps.push('streams are ended'),
    pause: (ms) => {
      begun.resolve(ms);
      return paused.promise;
    },
  });
  app.get('/readyz', async (_request, reply) => reply.code(drain.isStopping() ? 503 : 200).send());
  app.post('/', async () => 'answered');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const agent = new Agent({ keepAlive: true });
  const call = async (method: string, path: string) => {
    const answered = Promise.withResolvers<{ status: number | undefined; connection: string | undefined }>();
    request({ port, host: '127.0.0.1', method, path, agent }, (response) => {
      const { statusCode: status, headers } = response;
      void text(response).then(() => answered.resolve({ status, connection: headers.connection }));
    })
      .on('error', answered.reject)
      .end();
    return answered.promise;
  };
  return { app, call, steps, begun: begun.promise, goOn: () => paused.resolve() };
}

test('a stopping server reports 503 on /readyz, answers on existing and new connections, and closes each after its answer', async () => {
  const { app, call, steps, begun, goOn } = await startStopping();
  expect(await call('GET', '/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
  const closed = app.close().then(() => steps.push('it has stopped'));
  expect(await begun).toBe(5000);

  expect(await call('GET', '/readyz')).toEqual({ status: 503, connection: 'close' });
  expect(await Promise.all([call('POST', '/'), call('POST', '/')])).toEqual([
    { status: 200, connection: 'close' },
    { status: 200, connection: 'close' },
  ]);
  expect(steps).toEqual([]);

  goOn();
  await closed;
  expect(steps).toEqual(['streams are ended', 'it has stopped']);
  await expect(call('GET', '/readyz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
