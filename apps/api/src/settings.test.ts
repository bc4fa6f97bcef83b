import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const complete = {
  WUSD_MODE: 'production',
  DATABASE_URL: 'postgres://db.example/wusd',
  WUSD_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  WUSD_PUBLIC_URL: 'https://wallet.example',
  WUSD_SMTP_URL: 'smtps://mail.example',
  WUSD_SMS_GATEWAY_URL: 'https://sms.example',
  WUSD_SMS_GATEWAY_TOKEN: 't',
  WUSD_RECAPTCHA_KEY: 'k',
  WUSD_RECAPTCHA_SECRET: 's',
};

test('nothing set is test mode on loopback', () => {
  expect(readSettings({})).toMatchObject({ mode: 'test', port: 8080, host: '127.0.0.1', databaseUrl: undefined });
});

test('production with everything set starts', () => {
  expect(readSettings(complete)).toMatchObject({ mode: 'production' });
});

test('production names every setting that is missing, all at once (control 28)', () => {
  const names = Object.keys(complete).filter((name) => name !== 'WUSD_MODE');
  const refuse = (): unknown => readSettings({ WUSD_MODE: 'production' });
  expect(refuse).toThrow(SettingsError);
  for (const name of names) expect(refuse).toThrow(name);
  for (const name of names) expect(() => readSettings({ ...complete, [name]: '' })).toThrow(name);
});

test.each([
  ['an unknown mode', { WUSD_MODE: 'staging' }, 'WUSD_MODE'],
  ['a port that is none', { PORT: '80a' }, 'PORT'],
  ['a place that is no URL', { WUSD_PUBLIC_URL: 'wallet.example' }, 'WUSD_PUBLIC_URL'],
  ['a demo year that is neither', { WUSD_DEMO_YEAR: 'maybe' }, 'WUSD_DEMO_YEAR'],
  ['a key that is too short', { WUSD_MASTER_KEY: 'c2hvcnQ=' }, 'WUSD_MASTER_KEY'],
])('%s is named', (_, env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});

const dbs = {
  id: 'dbs',
  name: 'DBS',
  country: 'SG',
  account: { beneficiaryName: 'WUSD Wallet Pte Ltd', bankName: 'DBS Bank Ltd', accountNumber: '0720012345' },
  exchange: { folder: '/srv/dbs' },
};
/** A file of banks, and what production needs beside it. */
function withBanks(banks: unknown[]): NodeJS.ProcessEnv {
  const path = join(mkdtempSync(join(tmpdir(), 'settings-')), 'banks.json');
  writeFileSync(path, JSON.stringify({ banks }));
  return {
    ...complete,
    WUSD_BANKS_FILE: path,
    WUSD_BLOBS: 'file:///var/lib/wusd/blobs',
    WUSD_SCREENING_URL: 'https://screening.example',
  };
}

test('banks are read from their file, each with its way', () => {
  const sftp = { host: 'sftp.bank.example', username: 'wusd', privateKeyFile: '/key', hostKey: 'abc', root: '/' };
  const { banks, blobs } = readSettings(withBanks([dbs, { ...dbs, id: 'lu', exchange: { sftp } }]));
  expect(banks).toMatchObject([{ id: 'dbs' }, { id: 'lu', exchange: { sftp: { port: 22 } } }]);
  expect(blobs).toEqual({ kind: 'disk', folder: '/var/lib/wusd/blobs' });
});

test.each([
  ['a bank that there is not', [{ ...dbs, id: 'nobody' }], '/banks/0/id'],
  ['a bank twice', [dbs, dbs], 'twice'],
  ['an account without a number', [{ ...dbs, account: { beneficiaryName: 'W', bankName: 'D' } }], '/banks/0/account'],
  ['a bank without a way', [{ ...dbs, exchange: {} }], '/banks/0/exchange'],
])('%s is named', (_, banks, complaint) => {
  expect(() => readSettings(withBanks(banks))).toThrow(complaint);
});

test('banks in production need a screening, and a place for receipts', () => {
  const { WUSD_BLOBS: _blobs, WUSD_SCREENING_URL: _screening, ...bare } = withBanks([dbs]);
  expect(() => readSettings(bare)).toThrow(/WUSD_SCREENING_URL[^]*WUSD_BLOBS/);
});
