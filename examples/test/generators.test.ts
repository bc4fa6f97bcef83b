import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CompactEncrypt, importJWK } from 'jose';
import { expect, inject, test } from 'vitest';
import { typeErrors } from './consumer.ts';
import { mei, startSandbox } from './sandbox.ts';

const require = createRequire(import.meta.url);
const compile = { module: 'ESNext', moduleResolution: 'Bundler', exactOptionalPropertyTypes: false, types: [] };

/** Runs a generator's command with default settings on the published contract. */
function generate(name: string, args: (contract: string, folder: string) => string[]): string {
  const folder = join(inject('consumers'), `generated-${name.replaceAll(/\W/g, '-')}`);
  mkdirSync(folder, { recursive: true });
  const home = findHome(name);
  const { bin } = require(join(home, 'package.json')) as { bin: string | Record<string, string> };
  const [command = ''] = typeof bin === 'string' ? [bin] : Object.values(bin);
  const contract = join(inject('consumers'), 'node_modules/@wusd/api-sdk/openapi/dist/openapi.json');
  execFileSync(process.execPath, [join(home, command), ...args(contract, folder)], { cwd: folder, stdio: 'pipe' });
  return folder;
}

function findHome(name: string): string {
  const found = require.resolve
    .paths(name)
    ?.map((path) => join(path, name))
    .find((path) => {
      try {
        return require(join(path, 'package.json')) !== undefined;
      } catch {
        return false;
      }
    });
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

interface Key {
  kid: string;
}

async function seal(key: Key, value: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, 'RSA-OAEP-256'));
}

const proof = (challengeId: string, code: string): string =>
  Buffer.from(JSON.stringify({ sceneType: 3, challengeId, checks: [{ checkType: 3, code }] })).toString('base64url');

test('a client by @hey-api/openapi-ts type-checks, signs in and lists wallets', async () => {
  await using sandbox = await startSandbox();
  const folder = generate('@hey-api/openapi-ts', (contract, out) => ['-i', contract, '-o', join(out, 'client')]);
  expect(typeErrors(folder, compile)).toBe('');

  const { client } = (await import(join(folder, 'client/client.gen.ts'))) as {
    client: { setConfig(config: object): void };
  };
  const { getConfig, login, createToken, listWalletAccounts } = (await import(
    join(folder, 'client/sdk.gen.ts')
  )) as Record<
    'getConfig' | 'login' | 'createToken' | 'listWalletAccounts',
    (options?: object) => Promise<{ data: { result: never } }>
  >;
  client.setConfig({ baseUrl: sandbox.baseUrl });
  const config: { sealingKey: Key } = (await getConfig()).data.result;
  const body = { client_id: 'wusd-web', payload: await seal(config.sealingKey, mei) };
  const { challengeId }: { challengeId: string } = (await login({ body })).data.result;
  const headers = { 'X-MFA': proof(challengeId, await sandbox.code()) };
  const tokens: { access_token: string } = (await createToken({ body: { ...body, grant_type: 'password' }, headers }))
    .data.result;
  client.setConfig({ auth: () => tokens.access_token });
  const wallets: unknown[] = (await listWalletAccounts()).data.result;
  expect(wallets).toHaveLength(11);
});

test('a client by swagger-typescript-api type-checks, signs in and lists wallets', async () => {
  await using sandbox = await startSandbox();
  const folder = generate('swagger-typescript-api', (contract, out) => [
    'generate',
    '-p',
    contract,
    '-o',
    out,
    '-n',
    'api.ts',
  ]);
  expect(typeErrors(folder, compile)).toBe('');

  type Call = (...values: object[]) => Promise<{ data: { result: never } }>;
  const { Api } = (await import(join(folder, 'api.ts'))) as {
    Api: new (options: object) => Record<'config' | 'user' | 'auth' | 'walletAccount', Record<string, Call>>;
  };
  let token: string | undefined;
  const api = new Api({
    baseUrl: sandbox.baseUrl,
    securityWorker: () => (token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  const call = (resource: keyof typeof api, name: string, ...values: object[]) => {
    const method = api[resource][name];
    if (!method) throw new Error(`It has no ${resource}.${name}`);
    return method(...values);
  };
  const config: { sealingKey: Key } = (await call('config', 'getConfig')).data.result;
  const body = { client_id: 'wusd-web', payload: await seal(config.sealingKey, mei) };
  const { challengeId }: { challengeId: string } = (await call('user', 'login', body)).data.result;
  const headers = { 'X-MFA': proof(challengeId, await sandbox.code()) };
  const tokens: { access_token: string } = (
    await call('auth', 'createToken', { ...body, grant_type: 'password' }, { headers })
  ).data.result;
  token = tokens.access_token;
  const wallets: unknown[] = (await call('walletAccount', 'listWalletAccounts')).data.result;
  expect(wallets).toHaveLength(11);
  expect(dirname(folder)).toBe(inject('consumers'));
});
