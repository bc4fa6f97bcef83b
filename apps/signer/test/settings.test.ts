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

test('all missing settings are reported together', () => {
  const refuse = (): unknown => readSettings({});
  for (const name of Object.keys(complete)) expect(refuse).toThrow(`${name} is missing`);
});

test('production is the default mode', () => {
  expect(readSettings(complete)).toMatchObject({ mode: 'production', port: 8443 });
});

test('each family of networks requires a key', () => {
  const env = { ...complete, WUSD_MODE: 'test', WUSD_NETWORKS_FILE: write(exampleNetworks) };
  expect(() => readSettings(env)).toThrow(/WUSD_EVM_PAYOUT_KEY is missing[^]*WUSD_STELLAR_PAYOUT_KEY is missing/);
});

test('production rejects payout keys in files, including retired keys (control 28)', () => {
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
])('production rejects %s', (_, env, problem) => {
  expect(() => readSettings({ ...complete, ...env })).toThrow(problem);
});

describe('swept networks', () => {
  const sweeping = (): string => {
    const networks: { evm: { networks: object[] } } = JSON.parse(exampleNetworks);
    const [network] = networks.evm.networks;
    const sweep = { minimum: { WUSD: '50' }, gasPerDay: '0.1' };
    return write({ evm: { ...networks.evm, networks: [{ ...network, sweep }] } });
  };
  const env = { ...complete, WUSD_MODE: 'test', WUSD_NETWORKS_FILE: sweeping(), WUSD_EVM_PAYOUT_KEY: 'file:/key' };
  const file = { WUSD_EVM_DEPOSIT_KEY_FILE: '/deposit-key' };

  test('require the keys of deposit addresses and of the gas account', () => {
    expect(() => readSettings(env)).toThrow(/WUSD_EVM_DEPOSIT_KEY_FILE is missing[^]*WUSD_EVM_GAS_KEY is missing/);
    const { treasuryKeys } = readSettings({ ...env, ...file, WUSD_EVM_GAS_KEY: 'file:/gas' });
    expect(treasuryKeys).toMatchObject({
      deposits: { path: '/deposit-key', encryptedBy: undefined },
      gas: { path: '/gas' },
    });
    expect(readSettings(complete).treasuryKeys).toBeUndefined();
  });

  test('require keys in production that are in no plain-text file (control 63)', () => {
    const production = { ...env, ...file, WUSD_MODE: 'production', WUSD_EVM_PAYOUT_KEY: kms };
    expect(() => readSettings({ ...production, WUSD_EVM_GAS_KEY: 'file:/gas' })).toThrow(
      /WUSD_EVM_GAS_KEY names a key in a file[^]*WUSD_EVM_DEPOSIT_KEY_KMS is missing/,
    );
    const credentials = { WUSD_KMS_KEY_ID: 'id', WUSD_KMS_SECRET: 'secret' };
    const sealed = { ...production, ...credentials, WUSD_EVM_GAS_KEY: kms, WUSD_EVM_DEPOSIT_KEY_KMS: kms };
    expect(() => readSettings(sealed)).toThrow(/^(?!.*(GAS_KEY|DEPOSIT_KEY))[^]*names an example host/);
    const open = { ...sealed, WUSD_EVM_DEPOSIT_KEY_KMS: `${kms}?endpoint=http://kms.wusd.internal` };
    expect(() => readSettings(open)).toThrow('The endpoint of a key of the treasury must begin with https://');
  });

  test.each([
    ['WUSD_EVM_DEPOSIT_KEY_FILE', 'xprv9s21ZrQH143K3', 'must be an absolute path'],
    ['WUSD_EVM_DEPOSIT_KEY_KMS', 'file:/key', 'must name a key of AWS KMS'],
    ['WUSD_EVM_GAS_KEY', 'ab'.repeat(32), 'holds a private key'],
  ])('reject %s with the value %s without repeating the value', (name, value, problem) => {
    expect(() => readSettings({ ...env, ...file, WUSD_EVM_GAS_KEY: 'file:/gas', [name]: value })).toThrow(problem);
    expect(() => readSettings({ ...env, [name]: value })).not.toThrow(value);
  });
});

describe('the policy', () => {
  test('from the example file has limits in minor units and the keys of its operators', () => {
    const { limits, operators, destinationHoldMs, passkeys } = readPolicy(examplePolicy);
    expect(limits.get('USDT')?.perPayout.toString()).toMatch(/^2500000+$/);
    expect(limits.get('USDT')?.oneApprovalWithoutPasskeyAbove.toString()).toMatch(/^100000+$/);
    expect(passkeys).toEqual({ rpId: 'wallet.example', origins: ['https://wallet.example'] });
    expect([...operators.keys()]).toEqual(['ann', 'ben']);
    expect(destinationHoldMs).toBe(86_400_000);
  });

  test('without a limit for payouts without a passkey uses the limit of one approval', () => {
    const policy = example();
    delete policy.limits['USDT']?.['oneApprovalWithoutPasskeyAbove'];
    const { oneApprovalWithoutPasskeyAbove, oneApprovalAbove } = readPolicy(write(policy)).limits.get('USDT') ?? {};
    expect(oneApprovalWithoutPasskeyAbove).toBe(oneApprovalAbove);
  });

  const example = (): {
    limits: Record<string, Record<string, unknown>>;
    passkeys: { rpId: string; origins: string[] } | undefined;
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
    [
      'a limit without passkeys above that of one approval',
      (policy) => (policy.limits['USDT'] = { ...policy.limits['USDT'], oneApprovalWithoutPasskeyAbove: '25001' }),
      'oneApprovalWithoutPasskeyAbove is above oneApprovalAbove',
    ],
    [
      'a limit without passkeys that nobody can exceed',
      (policy) => {
        const one = { perPayout: '20000', oneApprovalAbove: '20000', twoApprovalsAbove: '20000' };
        policy.limits = { USDT: { ...policy.limits['USDT'], ...one } };
        policy.operators = [];
      },
      'need 1 operators, and there are 0',
    ],
    ['no domain of passkeys', (policy) => (policy.passkeys = undefined), 'passkeys'],
    ['no origin', (policy) => (policy.passkeys = { rpId: 'wallet.example', origins: [] }), 'passkeys.origins'],
    ...['https://wallet.attacker.test', 'http://wallet.example', 'https://wallet.example/'].map(
      (origin): [string, (policy: ReturnType<typeof example>) => void, string] => [
        `passkeys of ${origin}`,
        (policy) => (policy.passkeys = { rpId: 'wallet.example', origins: [origin] }),
        'needs origins with https://',
      ],
    ),
    ['a key that is none', ({ operators }) => operators.push({ name: 'cy', publicKey: 'ab' }), 'must be 32 bytes'],
  ])('with %s is rejected', (_, change, problem) => {
    const policy = example();
    change(policy);
    expect(() => readPolicy(write(policy))).toThrow(problem);
  });
});
