import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { startServer } from '../src/composition/server.ts';
import { readSettings } from '../src/composition/settings.ts';
import { productionOnLoopback } from '../testing/production-settings.ts';
import { createTestDatabase, databaseEnvironment } from '../testing/databases.ts';
import { startServerProcess } from '../testing/process.ts';
import { createWalletClient } from '@wusd/api-sdk';

const main = join(dirname(fileURLToPath(import.meta.url)), '../src/main.ts');
const readyProgram = join(dirname(main), 'ready.ts');

/** A folder for PostgreSQL, which runs under another account where the tests run as root. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-pg-'));
  chmodSync(folder, 0o755);
  return folder;
}

describe('the embedded database', () => {
  test('is reused while it runs, and has the same password after a restart', async () => {
    const folder = join(openFolder(), 'postgres');
    const first = await startEmbeddedPostgres(folder);
    const second = await startEmbeddedPostgres(folder);
    expect(second.url).toBe(first.url);
    await second.stop();
    const third = await startEmbeddedPostgres(folder);
    expect(new URL(third.url).password).toBe(new URL(first.url).password);
    await third.stop();
  });

  test('fails with the command to delete a folder that it cannot use', async () => {
    const folder = join(openFolder(), 'postgres');
    const server = await startEmbeddedPostgres(folder);
    await server.stop();
    rmSync(join(folder, 'data/global'), { recursive: true });
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(`delete ${folder}`);
  });
});

describe('the server process', () => {
  test('answers health and readiness checks, and ends cleanly on SIGINT', async () => {
    const server = await startServerProcess({ databaseUrl: await createTestDatabase(inject('postgresUrl')) });
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({
      status: 'ready',
      database: 'ok',
      listen: 'listening',
    });
    const ended = once(server.process, 'exit');
    server.process.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('is reported as ready by a health check, which fails once it has ended', async () => {
    const server = await startServerProcess({ databaseUrl: await createTestDatabase(inject('postgresUrl')) });
    const ready = async (): Promise<unknown> => {
      const env = { PATH: process.env.PATH, PORT: new URL(server.url).port };
      const [code] = await once(spawn(process.execPath, [readyProgram], { env, stdio: 'ignore' }), 'exit');
      return code;
    };
    expect(await ready()).toBe(0);
    await server.stop();
    expect(await ready()).toBe(1);
  });

  test('ends when its launcher is killed', async () => {
    const server = await startServerProcess({ databaseUrl: await createTestDatabase(inject('postgresUrl')) });
    const ended = once(server.process, 'exit');
    server.process.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  test('refuses to start in production without its settings, and names them (control 28)', async () => {
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, WUSD_MODE: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(said).toContain('DATABASE_URL is missing');
    expect(said).toContain('WUSD_RECAPTCHA_SECRET is missing');
    expect(said).not.toContain('    at ');
  });

  test('has no sandbox in production, and offers nothing without an adapter (control 32)', async () => {
    const databaseUrl = await createTestDatabase(inject('postgresUrl'));
    const server = await startServer({
      dataFolder: tmpdir(),
      webRoot: undefined,
      settings: readSettings({
        ...productionOnLoopback,
        PORT: '0',
        ...databaseEnvironment(databaseUrl),
      }),
    });
    try {
      for (const path of ['mailbox', 'events', 'clock/advance', 'replay']) {
        const method = path === 'mailbox' ? 'GET' : 'POST';
        expect((await fetch(`${server.url}/api/sandbox/${path}`, { method })).status).toBe(404);
      }
      expect((await fetch(`${server.url}/api/reference`)).status).toBe(404);
      const config = await createWalletClient({ baseUrl: `${server.url}/api` }).config.get();
      expect(config).toMatchObject({
        mode: 'production',
        networks: [],
        partners: [],
        rails: [],
        GOOGLE: { RECAPTCHA_KEY: 'site-key' },
      });
      expect(server.demoCustomers).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

test('the server compiles without its sandbox folder, since no server file imports from it', async () => {
  const root = join(dirname(main), '..');
  const compiler = spawn(
    join(root, '../../node_modules/.bin/tsc'),
    ['--listFilesOnly', '-p', 'tsconfig.without-sandbox.json'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let files = '';
  compiler.stdout.setEncoding('utf8').on('data', (chunk: string) => (files += chunk));
  await once(compiler, 'close');
  expect(files).toContain('/src/composition/sandbox-module.ts');
  expect(files).not.toContain('/src/sandbox/');
});
