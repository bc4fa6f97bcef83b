import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPolicy } from '../src/policy.ts';
import { readSettings } from '../src/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'wusd-signer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const write = (content: unknown): string => {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

const examplePolicy = new URL('../policy.example.json', import.meta.url).pathname;
const exampleNetworks = readFileSync(new URL('../../api/networks.example.json', import.meta.url), 'utf8');
const kms = 'awskms:arn:aws:kms:ap-southeast-1:111122223333:key/0b4c6b3e-1f2d-4a8e-9c3b-5d6e7f8a9b0c';
const complete: NodeJS.ProcessEnv = {
  WUSD_SIGNER_DATABASE_URL: 'postgresql://127.0.0.1/signer',
  WUSD_PRODUCT_DATABASE_URL: 'postgresql://127.0.0.1/wusd',
  WUSD_NETWORKS_FILE: write({}),
  WUSD_SIGNER_POLICY_FILE: examplePolicy,
  WUSD_SIGNER_CERTIFICATE_FILE: examplePolicy,
  WUSD_SIGNER_TLS_KEY_FILE: examplePolicy,
  WUSD_SIGNER_CLIENT_CA_FILE: examplePolicy,
};

test('every missing setting is named at once', () => {
  const refuse = (): unknown => readSettings({});
  for (const name of Object.keys(complete)) expect(refuse).toThrow(`${name} is missing`);
});

test('is for production, unless it is told otherwise', () => {
  expect(readSettings(complete)).toMatchObject({ mode: 'production', port: 8443 });
});

test('a key is needed for each family of networks', () => {
  const env = { ...complete, WUSD_MODE: 'test', WUSD_NETWORKS_FILE: write(exampleNetworks) };
  expect(() => readSettings(env)).toThrow(/WUSD_EVM_PAYOUT_KEY is missing[^]*WUSD_STELLAR_PAYOUT_KEY is missing/);
});

test('production refuses payout keys in files, retired ones included (control 28)', () => {
  const env = { ...complete, WUSD_EVM_PAYOUT_KEY: 'file:/key', WUSD_RETIRED_SOLANA_PAYOUT_KEYS: 'file:/key' };
  expect(() => readSettings(env)).toThrow(
    /WUSD_EVM_PAYOUT_KEY names a key in a file[^]*WUSD_RETIRED_SOLANA_PAYOUT_KEYS names a key in a file/,
  );
});

test.each([
  [
    'a node in the clear',
    { WUSD_NETWORKS_FILE: write(exampleNetworks.replace('https:', 'http:')) },
    'must begin with https://',
  ],
  ['a node of the example', { WUSD_NETWORKS_FILE: write(exampleNetworks) }, 'names an example host'],
  [
    'a key service in the clear',
    {
      WUSD_EVM_PAYOUT_KEY: `${kms}?endpoint=http://kms.wusd.internal`,
      WUSD_KMS_KEY_ID: 'id',
      WUSD_KMS_SECRET: 'secret',
    },
    'The endpoint of a payout key of evm must begin with https://',
  ],
  [
    'a database in the clear',
    { WUSD_PRODUCT_DATABASE_URL: 'postgresql://db.internal/wusd' },
    'WUSD_PRODUCT_DATABASE_URL must require TLS',
  ],
])('production refuses %s', (_, env, problem) => {
  expect(() => readSettings({ ...complete, ...env })).toThrow(problem);
});

describe('the policy', () => {
  test('of the example has limits in minor units, and the keys of its operators', () => {
    const { limits, operators, destinationHoldMs } = readPolicy(examplePolicy);
    expect(limits.get('USDT')?.perPayout.toString()).toMatch(/^2500000+$/);
    expect([...operators.keys()]).toEqual(['ann', 'ben']);
    expect(destinationHoldMs).toBe(86_400_000);
  });

  const example = (): {
    limits: Record<string, Record<string, unknown>>;
    operators: { name: string; publicKey: string }[];
  } => JSON.parse(readFileSync(examplePolicy, 'utf8'));
  test.each<[string, (policy: ReturnType<typeof example>) => void, string]>([
    [
      'an unknown currency',
      (policy) => (policy.limits['XYZ'] = { ...policy.limits['USDT'] }),
      'Unknown currency "XYZ"',
    ],
    [
      'an amount as a number',
      (policy) => (policy.limits['USDT'] = { ...policy.limits['USDT'], perDay: 5 }),
      'limits.USDT.perDay',
    ],
    ['a key twice', ({ operators }) => operators.push({ ...operators[0]!, name: 'cy' }), 'the same key'],
    ['approvals that nobody can give', ({ operators }) => operators.pop(), 'need 2 operators, and there are 1'],
    [
      'thresholds the wrong way round',
      (policy) => (policy.limits['USDT'] = { ...policy.limits['USDT'], oneApprovalAbove: '100001' }),
      'oneApprovalAbove is above twoApprovalsAbove',
    ],
    ['a key that is none', ({ operators }) => operators.push({ name: 'cy', publicKey: 'ab' }), 'must be 32 bytes'],
  ])('with %s is refused', (_, change, problem) => {
    const policy = example();
    change(policy);
    expect(() => readPolicy(write(policy))).toThrow(problem);
  });
});
