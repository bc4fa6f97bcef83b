import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { testKey } from '../../testing/production-settings.ts';
import { SettingsError } from '@wusd/server-kit/environment';
import { readSettings } from './settings.ts';

const complete = {
  WUSD_MODE: 'production',
  DATABASE_URL: 'postgres://db.wusd.internal/wusd?sslmode=verify-full',
  WUSD_MASTER_KEY: testKey('settings'),
  WUSD_PUBLIC_URL: 'https://wallet.wusd.internal',
  WUSD_SMTP_URL: 'smtps://mail.wusd.internal',
  WUSD_SMS_GATEWAY_URL: 'https://sms.wusd.internal',
  WUSD_SMS_GATEWAY_TOKEN: 'token-of-the-sms-gateway',
  WUSD_RECAPTCHA_KEY: 'site-key',
  WUSD_RECAPTCHA_SECRET: 'secret-of-the-captcha',
  WUSD_CLAMD_URL: 'unix:///run/clamav/clamd.ctl',
  WUSD_SUPPORT_EMAIL: 'support@wusd.internal',
  WUSD_MAIL_FROM: 'WUSD Wallet <no-reply@wusd.internal>',
};

test('without settings the server runs in test mode on loopback', () => {
  expect(readSettings({})).toMatchObject({ mode: 'test', port: 8080, host: '127.0.0.1', databaseUrl: undefined });
});

test('production accepts a complete configuration', () => {
  expect(readSettings(complete)).toMatchObject({ mode: 'production' });
});

test('production reports all missing settings together (control 28)', () => {
  const names = Object.keys(complete).filter((name) => name !== 'WUSD_MODE');
  const refuse = (): unknown => readSettings({ WUSD_MODE: 'production' });
  expect(refuse).toThrow(SettingsError);
  for (const name of names) expect(refuse).toThrow(name);
  for (const name of names) expect(() => readSettings({ ...complete, [name]: '' })).toThrow(name);
});

test('secrets are read from files, and weak ones are rejected', () => {
  const { DATABASE_URL, WUSD_SMS_GATEWAY_TOKEN: _token, ...others } = complete;
  const write = (name: string, content: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'secrets-')), name);
    writeFileSync(path, `${content}\n`);
    return path;
  };
  const env = {
    ...others,
    DATABASE_URL_FILE: write('database', DATABASE_URL),
    WUSD_SMS_GATEWAY_TOKEN_FILE: write('token', 'token-from-a-file-of-its-own'),
  };
  expect(readSettings(env)).toMatchObject({
    databaseUrl: DATABASE_URL,
    smsGatewayToken: 'token-from-a-file-of-its-own',
  });
  expect(() => readSettings({ ...env, WUSD_SMS_GATEWAY_TOKEN_FILE: write('token', 'short') })).toThrow(
    'WUSD_SMS_GATEWAY_TOKEN must have at least 16 characters',
  );
  expect(() => readSettings({ ...complete, WUSD_TRUSTED_PROXIE: '1' })).toThrow('did you mean WUSD_TRUSTED_PROXIES?');
});

test.each([
  ['an unknown mode', { WUSD_MODE: 'staging' }, 'WUSD_MODE'],
  ['an invalid port', { PORT: '80a' }, 'PORT'],
  ['an invalid URL', { WUSD_PUBLIC_URL: 'wallet.example' }, 'WUSD_PUBLIC_URL'],
  ['an invalid demo year', { WUSD_DEMO_YEAR: 'maybe' }, 'WUSD_DEMO_YEAR'],
  ['a key that is too short', { WUSD_MASTER_KEY: 'c2hvcnQ=' }, 'WUSD_MASTER_KEY'],
])('%s is reported by name', (_, env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});

const dbs = {
  id: 'dbs',
  name: 'DBS',
  country: 'SG',
  account: { beneficiaryName: 'WUSD Wallet Pte Ltd', bankName: 'DBS Bank Ltd', accountNumber: '0720012345' },
  exchange: { folder: '/srv/dbs' },
};
/** Production settings with a banks file. */
function withBanks(banks: unknown[]): NodeJS.ProcessEnv {
  const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'banks.json');
  writeFileSync(path, JSON.stringify({ banks }));
  return {
    ...complete,
    WUSD_BANKS_FILE: path,
    WUSD_BLOBS: 'file:///var/lib/wusd/blobs',
    WUSD_SCREENING_URL: 'https://screening.wusd.internal',
  };
}

test('banks are read from their file, over a folder or SFTP', () => {
  const sftp = { host: 'sftp.bank.example', username: 'wusd', privateKeyFile: '/key', hostKey: 'abc', root: '/' };
  const { banks, blobs } = readSettings(withBanks([dbs, { ...dbs, id: 'lu', exchange: { sftp } }]));
  expect(banks).toMatchObject([{ id: 'dbs' }, { id: 'lu', exchange: { sftp: { port: 22 } } }]);
  expect(blobs).toEqual({ kind: 'disk', folder: '/var/lib/wusd/blobs' });
});

test.each([
  ['an unknown bank', [{ ...dbs, id: 'nobody' }], '/banks/0/id'],
  ['a bank twice', [dbs, dbs], 'twice'],
  ['an account without a number', [{ ...dbs, account: { beneficiaryName: 'W', bankName: 'D' } }], '/banks/0/account'],
  ['a bank without an exchange', [{ ...dbs, exchange: {} }], '/banks/0/exchange'],
])('%s is reported by name', (_, banks, complaint) => {
  expect(() => readSettings(withBanks(banks))).toThrow(complaint);
});

test('banks in production need a screening provider and storage for receipts', () => {
  const { WUSD_BLOBS: _blobs, WUSD_SCREENING_URL: _screening, ...bare } = withBanks([dbs]);
  expect(() => readSettings(bare)).toThrow(/WUSD_SCREENING_URL[^]*WUSD_BLOBS/);
});

test('a malformed name of a payout key is reported, with networks or without', () => {
  expect(() => readSettings({ WUSD_EVM_PAYOUT_KEY: '0x1234' })).toThrow(
    'WUSD_EVM_PAYOUT_KEY must name a key: file:/path',
  );
  expect(() => readSettings({ WUSD_RETIRED_TRON_PAYOUT_KEYS: `${payoutKey},file:tron` })).toThrow(
    'WUSD_RETIRED_TRON_PAYOUT_KEYS must have an absolute path after file:',
  );
});

test('current and retired keys can be in files, in AWS KMS and on tokens', () => {
  const token = 'pkcs11:token=wusd;object=evm?module-path=/usr/lib/hsm.so&pin-source=/run/secrets/pin';
  const { payoutKeys } = readSettings({
    ...kmsUser,
    WUSD_EVM_PAYOUT_KEY: payoutKey,
    WUSD_RETIRED_EVM_PAYOUT_KEYS: `file:/run/secrets/old,${token}`,
  });
  expect(payoutKeys.evm?.current).toMatchObject({ kind: 'awskms', region: 'ap-southeast-1' });
  expect(payoutKeys.evm?.retired.map(({ text }) => text)).toEqual(['file:/run/secrets/old', token]);
});

test('a private key as the value of a setting is rejected and not repeated (control 28)', () => {
  const secret = Buffer.from(testKey('payouts'), 'base64').toString('hex');
  for (const text of [secret, `0x${secret}`]) {
    const refuse = (): unknown => readSettings({ WUSD_EVM_PAYOUT_KEY: text, WUSD_RETIRED_TRON_PAYOUT_KEYS: text });
    expect(refuse).toThrow(/WUSD_EVM_PAYOUT_KEY holds a private key.*awskms:[^]*WUSD_RETIRED_TRON_PAYOUT_KEYS holds/);
    expect(refuse).not.toThrow(secret);
  }
});

test('production rejects all settings for payout keys and for credentials of a key service (control 25)', () => {
  for (const name of ['EVM', 'TRON', 'SOLANA', 'STELLAR'].flatMap((family) => [
    `WUSD_${family}_PAYOUT_KEY`,
    `WUSD_RETIRED_${family}_PAYOUT_KEYS`,
  ]))
    for (const env of [complete, { ...complete, ...withSigner('https://node.wusd.internal') }])
      expect(() => readSettings({ ...env, [name]: payoutKey })).toThrow(`${name} belongs to the signer`);
  expect(() => readSettings({ ...complete, ...kmsUser })).toThrow(
    /WUSD_KMS_KEY_ID belongs to the signer[^]*WUSD_KMS_SECRET belongs to the signer/,
  );
});

test('production rejects the keys of deposit addresses and of the gas account (control 63)', () => {
  for (const name of ['WUSD_EVM_DEPOSIT_KEY_FILE', 'WUSD_EVM_DEPOSIT_KEY_KMS', 'WUSD_EVM_GAS_KEY'])
    expect(() => readSettings({ ...complete, [name]: payoutKey })).toThrow(`${name} belongs to the signer`);
});

test('networks in production need a signer', () => {
  const without = { ...complete, ...withSigner('https://node.wusd.internal'), WUSD_SIGNER_URL: undefined };
  expect(() => readSettings(without)).toThrow('WUSD_SIGNER_URL is missing');
  const { signer, payoutKeys } = readSettings({ ...complete, ...withSigner('https://node.wusd.internal') });
  expect(signer).toMatchObject({ url: 'https://signer.wusd.internal', ca: readFileSync(pem) });
  const gone = { ...complete, ...withSigner('https://node.wusd.internal'), WUSD_SIGNER_CA_FILE: '/gone' };
  expect(() => readSettings(gone)).toThrow('WUSD_SIGNER_CA_FILE is "/gone": ENOENT');
  expect(payoutKeys).toEqual({});
});

test('keys in AWS KMS need credentials', () => {
  const env = { WUSD_EVM_PAYOUT_KEY: 'file:/key', WUSD_RETIRED_EVM_PAYOUT_KEYS: payoutKey };
  expect(() => readSettings(env)).toThrow('WUSD_KMS_KEY_ID and WUSD_KMS_SECRET are missing');
  expect(readSettings({ ...env, ...kmsUser }).kmsCredentials).toEqual({
    accessKeyId: kmsUser.WUSD_KMS_KEY_ID,
    secretAccessKey: kmsUser.WUSD_KMS_SECRET,
  });
});

/** A settings file with one EVM network. @param url of its node */
function evmFile(url: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'networks.json');
  const depositKey = HDKey.fromMasterSeed(Buffer.alloc(32, 5)).derive("m/44'/60'/0'/0").publicExtendedKey;
  const limits = { perPayout: '100', perDay: '1000', maxFeeGwei: '50' };
  const tokens = { WUSD: { address: `0x${'ab'.repeat(20)}`, decimals: 18 } };
  const networks = [{ networkId: 8, url, tokens, limits, startBlock: 1 }];
  writeFileSync(path, JSON.stringify({ evm: { depositKey, networks } }));
  return path;
}
/** Any existing file: the settings only read it, and the first connection validates the content. */
const pem = fileURLToPath(import.meta.url);
const withSigner = (url: string): NodeJS.ProcessEnv => ({
  WUSD_NETWORKS_FILE: evmFile(url),
  WUSD_SIGNER_URL: 'https://signer.wusd.internal',
  WUSD_SIGNER_CA_FILE: pem,
  WUSD_SIGNER_CLIENT_CERTIFICATE_FILE: pem,
  WUSD_SIGNER_CLIENT_TLS_KEY_FILE: pem,
  WUSD_SCREENING_URL: 'https://screening.wusd.internal',
});
const payoutKey = 'awskms:arn:aws:kms:ap-southeast-1:111122223333:key/0b4c6b3e-1f2d-4a8e-9c3b-5d6e7f8a9b0c';
const kmsUser = { WUSD_KMS_KEY_ID: 'AKIDOFTHEWALLET', WUSD_KMS_SECRET: 'secret-of-the-kms-user' };

const weak: [string, NodeJS.ProcessEnv, string][] = [
  ['a master key of zeros', { WUSD_MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'WUSD_MASTER_KEY is not random'],
  ['a master key of one byte', { WUSD_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }, 'WUSD_MASTER_KEY'],
  [
    'a master key that counts up',
    { WUSD_MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString('base64') },
    'WUSD_MASTER_KEY',
  ],
  [
    'a master key of repeated text',
    { WUSD_MASTER_KEY: Buffer.from('changeme'.repeat(4)).toString('base64') },
    'WUSD_MASTER_KEY',
  ],
  ['an address without TLS', { WUSD_PUBLIC_URL: 'http://wallet.wusd.internal' }, 'WUSD_PUBLIC_URL'],
  ['an example address', { WUSD_PUBLIC_URL: 'https://wallet.example' }, 'WUSD_PUBLIC_URL names an example'],
  ['mail in the clear', { WUSD_SMTP_URL: 'smtp://mail.wusd.internal' }, 'WUSD_SMTP_URL'],
  ['SMS in the clear', { WUSD_SMS_GATEWAY_URL: 'http://sms.wusd.internal' }, 'WUSD_SMS_GATEWAY_URL'],
  ['an identity provider in the clear', { WUSD_IDENTITY_URL: 'http://id.wusd.internal' }, 'WUSD_IDENTITY_URL'],
  ['rates in the clear', { WUSD_RATES_URL: 'http://rates.wusd.internal' }, 'WUSD_RATES_URL'],
  ['a screening in the clear', { WUSD_SCREENING_URL: 'http://screening.wusd.internal' }, 'WUSD_SCREENING_URL'],
  [
    'a captcha in the clear',
    { WUSD_RECAPTCHA_VERIFY_URL: 'http://captcha.wusd.internal' },
    'WUSD_RECAPTCHA_VERIFY_URL',
  ],
  ['an example gateway', { WUSD_RATES_URL: 'https://rates.example.com' }, 'WUSD_RATES_URL names an example'],
  ['a node in the clear', withSigner('http://node.wusd.internal'), 'WUSD_NETWORKS_FILE, network 8,'],
  [
    'a signer in the clear',
    { ...withSigner('https://node.wusd.internal'), WUSD_SIGNER_URL: 'http://signer.wusd.internal' },
    'WUSD_SIGNER_URL must begin with https://',
  ],
  [
    'a bucket in the clear',
    {
      WUSD_BLOBS: 's3://wusd?endpoint=http://s3.wusd.internal',
      WUSD_S3_KEY_ID: 'k',
      WUSD_S3_SECRET: 'secret-of-the-bucket',
    },
    'The endpoint of WUSD_BLOBS',
  ],
  ['the support address of the sandbox', { WUSD_SUPPORT_EMAIL: 'support@wusd-wallet.example' }, 'WUSD_SUPPORT_EMAIL'],
  ['no support address', { WUSD_SUPPORT_EMAIL: undefined }, 'WUSD_SUPPORT_EMAIL'],
  ['a sender of the sandbox', { WUSD_MAIL_FROM: 'WUSD <no-reply@wusd-wallet.example>' }, 'WUSD_MAIL_FROM'],
  ['a short token', { WUSD_SMS_GATEWAY_TOKEN: 't' }, 'WUSD_SMS_GATEWAY_TOKEN must have'],
  ['an invalid number of proxies', { WUSD_TRUSTED_PROXIES: 'yes' }, 'WUSD_TRUSTED_PROXIES'],
  ['a database without TLS', { DATABASE_URL: 'postgres://db.wusd.internal/wusd' }, 'DATABASE_URL must require TLS'],
  ['a database with optional TLS', { DATABASE_URL: 'postgres://db.wusd.internal/wusd?sslmode=prefer' }, 'DATABASE_URL'],
  ['pages without TLS', { WUSD_ALLOWED_ORIGINS: 'http://partner.wusd.internal' }, 'WUSD_ALLOWED_ORIGINS'],
];

test.each(weak)('production rejects %s and names the setting', (_, env, name) => {
  expect(() => readSettings({ ...complete, ...env })).toThrow(name);
});

test('production reports all weak settings together without their values (control 28)', () => {
  const env = {
    WUSD_PUBLIC_URL: 'http://wallet.wusd.internal',
    DATABASE_URL: 'postgres://wusd:hunter2@db.wusd.internal/wusd',
    WUSD_SMTP_URL: 'smtp://wusd:hunter2@mail.wusd.internal',
    WUSD_SMS_GATEWAY_TOKEN: 'hunter2',
  };
  const refuse = (): unknown => readSettings({ ...complete, ...env });
  for (const name of Object.keys(env)) expect(refuse).toThrow(name);
  expect(refuse).not.toThrow('hunter2');
});

test('production accepts required STARTTLS, and a single network', () => {
  const env = {
    WUSD_SMTP_URL: 'smtp://mail.wusd.internal:587?requireTLS=true',
    ...withSigner('https://node.wusd.internal'),
  };
  expect(readSettings({ ...complete, ...env })).toMatchObject({ mode: 'production' });
});

test.each([
  'postgres://127.0.0.1/wusd',
  'postgres:///wusd?host=/run/postgresql',
  'postgres://wusd:secret@%2Frun%2Fpostgresql:5432/wusd',
])('production accepts a database on its own machine without TLS: %s', (url) => {
  expect(readSettings({ ...complete, DATABASE_URL: url })).toMatchObject({ mode: 'production' });
});

test('only loopback connections may lack TLS, and only if a setting allows it', () => {
  const local = { ...complete, WUSD_SMS_GATEWAY_URL: 'http://127.0.0.1:9', WUSD_SMTP_URL: 'smtp://127.0.0.1:9' };
  expect(() => readSettings(local)).toThrow(/WUSD_SMS_GATEWAY_URL[^]*WUSD_SMTP_URL/);
  const allowed = { ...local, WUSD_ALLOW_INSECURE_LOOPBACK: 'yes' };
  expect(readSettings(allowed)).toMatchObject({ mode: 'production' });
  const remote = {
    ...allowed,
    WUSD_SMS_GATEWAY_URL: 'http://sms.wusd.internal',
    WUSD_SMTP_URL: 'smtp://mail.wusd.internal',
  };
  expect(() => readSettings(remote)).toThrow(/WUSD_SMS_GATEWAY_URL[^]*WUSD_SMTP_URL/);
});
