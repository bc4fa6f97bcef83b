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
  ['a key that is too short', { WUSD_MASTER_KEY: 'c2hvcnQ=' }, 'WUSD_MASTER_KEY'],
])('%s is named', (_, env, name) => {
  expect(() => readSettings(env)).toThrow(name);
});
