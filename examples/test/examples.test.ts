import { join } from 'node:path';
import { chromium as playwright, expect as expectPage } from '@playwright/test';
import { chromium } from '@wusd/browser';
import { describe, expect, inject, test } from 'vitest';
import { typeErrors } from './consumer.ts';
import { Running } from './processes.ts';
import { mei, startSandbox } from './sandbox.ts';

const folder = (example: string): string => join(inject('consumers'), example);

describe('the packages as npm gets them', () => {
  test.each([
    ['node-script', '5.9'],
    ['own-store', 'latest'],
  ] as const)('type-check in %s, declarations included, with TypeScript %s', (example, compiler) => {
    expect(typeErrors(folder(example), {}, compiler)).toBe('');
  });

  test('type-check in browser-page with the module resolution of a bundler', () => {
    expect(typeErrors(folder('browser-page'), { module: 'ESNext', moduleResolution: 'Bundler', types: [] })).toBe('');
  });
});

test('the node script signs in and prints the balances', async () => {
  await using sandbox = await startSandbox();
  await using script = new Running('balances.mjs', [sandbox.baseUrl, mei.username], folder('node-script'), {
    WUSD_PASSWORD: mei.password,
  });
  await script.until(/Code of your authenticator app: /);
  script.answer(await sandbox.code());
  const { code, printed } = await script.end();
  expect(code).toBe(0);
  // A terminal echoes the input, which ends the line of the question; a pipe does not.
  const lines = printed
    .replace(/^.*app: /, '')
    .trim()
    .split('\n');
  expect(lines).toContain('USD 18250.00');
  expect(lines.filter((line) => /^[A-Z]{3,4} [\d.]+$/.test(line))).toHaveLength(11);
});

test('the node script reports an error in one sentence', async () => {
  await using sandbox = await startSandbox();
  await using script = new Running('balances.mjs', [sandbox.baseUrl, mei.username], folder('node-script'), {
    WUSD_PASSWORD: 'wrong',
  });
  const { code, printed } = await script.end();
  expect(code).toBe(1);
  expect(printed).toMatch(/^Invalid Account or password\./);
  expect(printed.trim().split('\n')).toHaveLength(1);
});

test('the script prints rates without an account', async () => {
  await using sandbox = await startSandbox();
  await using script = new Running('rate.mjs', [sandbox.baseUrl], folder('node-script'), {});
  const { code, printed } = await script.end();
  expect(code).toBe(0);
  expect(printed).toMatch(/^1000\.00 SGD buy \d+\.\d+ WUSD\n(?:charge: \d+\.\d+ WUSD\n)?$/);
});

test('the script finds transactions by their amount', async () => {
  await using sandbox = await startSandbox();
  const money = { currency: 'AUD', amount: '1041.25' } as const;
  await sandbox.api.sandbox.createEvent({ type: 'bank-credit', subjectId: mei.username, money });
  await using script = new Running(
    'movements.mjs',
    [sandbox.baseUrl, mei.username, '1,041.25'],
    folder('node-script'),
    {
      WUSD_PASSWORD: mei.password,
    },
  );
  await script.until(/Code of your authenticator app: /);
  script.answer(await sandbox.code());
  const { code, printed } = await script.end();
  expect(code).toBe(0);
  expect(printed.replace(/^.*app: /, '').trim()).toMatch(/^deposit of 1041\.25 AUD: [a-z ]+$/);
});

test('the page signs in without a bundler, keeps entered values, and follows live events', async () => {
  await using sandbox = await startSandbox();
  const browser = await playwright.launch(await chromium());
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(inject('pageUrl'));
    await page.getByLabel('API address').fill(sandbox.baseUrl);
    await page.getByLabel('E-mail').fill(mei.username);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectPage(page.getByRole('alert')).toContainText('Invalid Account or password');
    await expectPage(page.getByLabel('E-mail')).toHaveValue(mei.username);
    await page.getByLabel('Password').fill(mei.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code of your authenticator app').fill(await sandbox.code());
    await page.getByRole('button', { name: 'Verify' }).click();
    const aud = page.getByRole('row', { name: /^AUD/ });
    await expectPage(aud).toContainText('0.00');
    await sandbox.api.sandbox.createEvent({
      type: 'bank-credit',
      subjectId: mei.username,
      money: { currency: 'AUD', amount: '41.25' },
    });
    await expectPage(aud).toContainText('41.25', { timeout: 30_000 });
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
  }
});

test('the server keeps its session in its own store across a restart, and distinguishes a rejection from a fault', async () => {
  const sandbox = await startSandbox();
  const env = {
    WUSD_API: sandbox.baseUrl,
    WUSD_USERNAME: mei.username,
    WUSD_PASSWORD: mei.password,
    SESSION_KEY: Buffer.alloc(32, 5).toString('base64'),
    PORT: '0',
  };
  const balances = async (server: Running): Promise<Response> => {
    const [, port] = await server.until(/ready: (\d+)/);
    return fetch(`http://127.0.0.1:${port}/balances`);
  };
  {
    await using server = new Running('server.mjs', [], folder('own-store'), env);
    await server.until(/Code of your authenticator app: /);
    server.answer(await sandbox.code());
    expect(((await (await balances(server)).json()) as unknown[]).length).toBe(11);
    expect(server.printed).toMatch(/GET \/wallet-account\/list done \d+ ms/);
  }
  await using restarted = new Running('server.mjs', [], folder('own-store'), { ...env, WUSD_PASSWORD: '' });
  expect((await balances(restarted)).status).toBe(200);
  await sandbox[Symbol.asyncDispose]();
  const failed = await balances(restarted);
  expect([failed.status, await failed.json()]).toEqual([504, { problem: 'No connection' }]);
});
