import { type BankSettings, readBankSettings } from '../gateways/banks/settings.ts';
import { type BlobSettings, readBlobSettings } from '../gateways/blobs/index.ts';
import { type ClamdAddress, readClamdAddress } from '../gateways/clamd.ts';
import { type EvmSettings, readEvmSettings } from '../gateways/evm/settings.ts';
import { readTimeLimits, type TimeLimits } from '../platform/time-limits.ts';
import { findWeakSettings } from './weak-settings.ts';
import { type ProhibitedCountries, readProhibitedCountries } from '../domains/compliance/prohibited-countries.ts';

export type Mode = 'test' | 'production';

/** Everything the server takes from its environment, read once at start. */
export interface Settings {
  mode: Mode;
  port: number;
  host: string;
  /** Of the application's own login. In test mode also of the owner's, or absent: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Of the owner of the schema, which is brought up to date at the start. */
  migratorDatabaseUrl: string | undefined;
  /** Of a login that reads everything and writes nothing; what operators read with. */
  readOnlyDatabaseUrl: string | undefined;
  /** 32 bytes; personal data, seeds and private keys are sealed under keys derived from it. */
  masterKey: Buffer | undefined;
  /** Master keys before it, whose keys are wrapped anew at the next start. */
  retiredMasterKeys: Buffer[];
  clientId: string;
  recaptchaKey: string;
  recaptchaSecret: string;
  /** Where tokens are verified; absent: at Google's own host. */
  recaptchaVerifyUrl: string | undefined;
  /** Where customers open the web app; what a mail links to. */
  publicUrl: string;
  supportEmail: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  smsGatewayUrl: string | undefined;
  smsGatewayToken: string | undefined;
  /** SMS that leave in one day (UTC) at most; a fifth is kept for customers who approve something in a session. */
  smsDailyCap: number;
  /** Of the identity provider; absent: operators decide on every identity. */
  identityUrl: string | undefined;
  identityToken: string;
  /** Of the source of rates; absent: only US dollars are swapped. */
  ratesUrl: string | undefined;
  ratesToken: string;
  /** Networks that work as Ethereum does, each with its node; absent: none has one. */
  evm: EvmSettings | undefined;
  /** Of the account that payouts leave from: 32 bytes in hexadecimal. */
  evmPayoutKey: `0x${string}` | undefined;
  /** Payout keys before it, as long as anything that they signed is not over. */
  retiredEvmPayoutKeys: `0x${string}`[];
  /** Banks that files are exchanged with; none by default. */
  banks: BankSettings[];
  /** Where customers' receipts are kept; absent in test mode: beside its other data. */
  blobs: BlobSettings | undefined;
  /** Of the provider that tells how risky an address is. */
  screeningUrl: string | undefined;
  screeningToken: string;
  /** Of ClamAV's daemon, which scans uploads; absent in test mode: simulated. */
  clamd: ClamdAddress | undefined;
  /** Countries that nobody is served in and nothing is paid to. */
  prohibitedCountries: ProhibitedCountries;
  /** Web pages of these origins, besides our own, may call; none by default. */
  allowedOrigins: string[];
  /** Test mode: how long what is simulated takes. At once; some seconds; or until it is made to happen. */
  sandboxPace: 'instant' | 'realistic' | 'manual';
  /** Test mode: whether a demo customer has a year behind her, which is lived at the first start. */
  hasDemoYear: boolean;
  timeLimits: TimeLimits;
  /** How many reverse proxies in front are trusted to name the client's address. */
  trustedProxies: number;
}

const isEvmKey = (text: string): boolean => /^0x[0-9a-fA-F]{64}$/.test(text);

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * @throws SettingsError that names every setting that is missing or malformed, all at once
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const problems: string[] = [];
  const mode = env.WUSD_MODE ?? 'test';
  if (mode !== 'test' && mode !== 'production') problems.push(`WUSD_MODE is "${mode}"; it can be test or production`);

  const port = Number(env.PORT ?? '8080');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push(`PORT is "${env.PORT}"; it must be a port number`);

  const smsDailyCap = Number(env.WUSD_SMS_DAILY_CAP ?? '10000');
  if (!Number.isInteger(smsDailyCap) || smsDailyCap < 1)
    problems.push(`WUSD_SMS_DAILY_CAP is "${env.WUSD_SMS_DAILY_CAP}"; it must be a number of SMS, e.g. 10000`);

  const publicUrl = env.WUSD_PUBLIC_URL ?? `http://localhost:${port}`;
  if (!/^https?:\/\//.test(publicUrl) || !URL.canParse(publicUrl))
    problems.push(`WUSD_PUBLIC_URL is "${publicUrl}"; it must be a URL, e.g. https://wallet.example`);

  const masterKey = env.WUSD_MASTER_KEY === undefined ? undefined : Buffer.from(env.WUSD_MASTER_KEY, 'base64');
  if (masterKey && masterKey.length !== 32) problems.push('WUSD_MASTER_KEY must be 32 bytes in base64');
  const retiredMasterKeys = (env.WUSD_RETIRED_MASTER_KEYS ?? '')
    .split(',')
    .filter(Boolean)
    .map((text) => Buffer.from(text, 'base64'));
  if (retiredMasterKeys.some(({ length }) => length !== 32))
    problems.push('WUSD_RETIRED_MASTER_KEYS must be keys of 32 bytes in base64, separated by commas');

  const allowedOrigins = (env.WUSD_ALLOWED_ORIGINS ?? '').split(',').filter(Boolean);
  for (const origin of allowedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`WUSD_ALLOWED_ORIGINS holds "${origin}"; each must be an origin, e.g. https://partner.example`);
  }

  const sandboxPace = env.WUSD_SANDBOX_PACE ?? 'realistic';
  if (sandboxPace !== 'instant' && sandboxPace !== 'realistic' && sandboxPace !== 'manual')
    problems.push(`WUSD_SANDBOX_PACE is "${sandboxPace}"; it can be instant, realistic or manual`);

  const demoYear = env.WUSD_DEMO_YEAR ?? 'no';
  if (demoYear !== 'yes' && demoYear !== 'no') problems.push(`WUSD_DEMO_YEAR is "${demoYear}"; it can be yes or no`);

  const evmPayoutKey = env.WUSD_EVM_PAYOUT_KEY;
  const retiredEvmPayoutKeys = (env.WUSD_RETIRED_EVM_PAYOUT_KEYS ?? '').split(',').filter(Boolean);
  if (!retiredEvmPayoutKeys.every((key) => isEvmKey(key)))
    problems.push(
      'WUSD_RETIRED_EVM_PAYOUT_KEYS must be keys of 32 bytes in hexadecimal, each after 0x, separated by commas',
    );
  let evm: EvmSettings | undefined;
  if (env.WUSD_EVM_FILE !== undefined) {
    try {
      evm = readEvmSettings(env.WUSD_EVM_FILE);
    } catch (error) {
      problems.push(`WUSD_EVM_FILE is "${env.WUSD_EVM_FILE}": ${(error as Error).message}`);
    }
    if (!isEvmKey(evmPayoutKey ?? '')) problems.push('WUSD_EVM_PAYOUT_KEY must be 32 bytes in hexadecimal, after 0x');
    if (mode === 'production' && !env.WUSD_SCREENING_URL)
      problems.push('WUSD_SCREENING_URL is missing: without a screening nothing is taken in or sent over a network');
  }

  let banks: BankSettings[] = [];
  if (env.WUSD_BANKS_FILE !== undefined) {
    try {
      banks = readBankSettings(env.WUSD_BANKS_FILE);
    } catch (error) {
      problems.push(`WUSD_BANKS_FILE is "${env.WUSD_BANKS_FILE}": ${(error as Error).message}`);
    }
    if (mode === 'production' && !env.WUSD_SCREENING_URL)
      problems.push(
        'WUSD_SCREENING_URL is missing: without a screening nothing is taken in from banks or paid out to them',
      );
    if (mode === 'production' && !env.WUSD_BLOBS)
      problems.push('WUSD_BLOBS is missing: where receipts of deposits are kept, e.g. file:///var/lib/wusd/blobs');
  }
  let blobs: BlobSettings | undefined;
  if (env.WUSD_BLOBS !== undefined) {
    try {
      blobs = readBlobSettings(env.WUSD_BLOBS, env.WUSD_S3_KEY_ID, env.WUSD_S3_SECRET);
    } catch (error) {
      problems.push(`WUSD_BLOBS is "${env.WUSD_BLOBS}": ${(error as Error).message}`);
    }
  }

  let clamd: ClamdAddress | undefined;
  if (env.WUSD_CLAMD_URL) {
    try {
      clamd = readClamdAddress(env.WUSD_CLAMD_URL);
    } catch (error) {
      problems.push(`WUSD_CLAMD_URL is "${env.WUSD_CLAMD_URL}": ${(error as Error).message}`);
    }
  }

  const timeLimits = readTimeLimits(env, problems);
  let prohibitedCountries: ProhibitedCountries = { asOf: '', codes: new Set() };
  try {
    prohibitedCountries = readProhibitedCountries(env.WUSD_PROHIBITED_COUNTRIES_FILE);
  } catch (error) {
    problems.push(
      `WUSD_PROHIBITED_COUNTRIES_FILE is "${env.WUSD_PROHIBITED_COUNTRIES_FILE}": ${(error as Error).message}`,
    );
  }

  if (mode === 'production') {
    const required = {
      DATABASE_URL: 'a PostgreSQL URL',
      WUSD_MASTER_KEY: '32 random bytes in base64',
      WUSD_PUBLIC_URL: 'where customers open the web app, e.g. https://wallet.example',
      WUSD_SMTP_URL: 'an SMTP host, e.g. smtps://user:password@mail.example',
      WUSD_SMS_GATEWAY_URL: 'an SMS gateway',
      WUSD_SMS_GATEWAY_TOKEN: "the SMS gateway's token",
      WUSD_RECAPTCHA_KEY: 'the captcha site key',
      WUSD_RECAPTCHA_SECRET: 'the captcha secret',
      WUSD_CLAMD_URL: "ClamAV's daemon, e.g. unix:///run/clamav/clamd.sock",
    };
    for (const [name, meaning] of Object.entries(required)) {
      if (!env[name]) problems.push(`${name} is missing: ${meaning}`);
    }
    problems.push(...findWeakSettings({ env, masterKey, evm, blobs }));
  }
  const trustedProxies = Number(env.WUSD_TRUSTED_PROXIES ?? '0');
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0)
    problems.push(`WUSD_TRUSTED_PROXIES is "${env.WUSD_TRUSTED_PROXIES}"; it must be a count`);
  if (problems.length > 0) throw new SettingsError(`The server can't start:\n- ${problems.join('\n- ')}`);

  return {
    mode: mode as Mode,
    port,
    host: env.HOST ?? (mode === 'test' ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: env.DATABASE_URL,
    migratorDatabaseUrl: env.WUSD_MIGRATOR_DATABASE_URL,
    readOnlyDatabaseUrl: env.WUSD_READONLY_DATABASE_URL,
    masterKey,
    retiredMasterKeys,
    clientId: env.WUSD_CLIENT_ID ?? 'wusd-web',
    recaptchaKey: env.WUSD_RECAPTCHA_KEY ?? '',
    recaptchaSecret: env.WUSD_RECAPTCHA_SECRET ?? '',
    recaptchaVerifyUrl: env.WUSD_RECAPTCHA_VERIFY_URL,
    publicUrl: publicUrl.replace(/\/$/, ''),
    supportEmail: env.WUSD_SUPPORT_EMAIL ?? 'support@wusd-wallet.example',
    smtpUrl: env.WUSD_SMTP_URL,
    mailFrom: env.WUSD_MAIL_FROM ?? 'WUSD Wallet <no-reply@wusd-wallet.example>',
    smsGatewayUrl: env.WUSD_SMS_GATEWAY_URL,
    smsGatewayToken: env.WUSD_SMS_GATEWAY_TOKEN,
    smsDailyCap,
    identityUrl: env.WUSD_IDENTITY_URL?.replace(/\/$/, ''),
    identityToken: env.WUSD_IDENTITY_TOKEN ?? '',
    ratesUrl: env.WUSD_RATES_URL,
    ratesToken: env.WUSD_RATES_TOKEN ?? '',
    evm,
    evmPayoutKey: evmPayoutKey as Settings['evmPayoutKey'],
    retiredEvmPayoutKeys: retiredEvmPayoutKeys as Settings['retiredEvmPayoutKeys'],
    banks,
    blobs,
    screeningUrl: env.WUSD_SCREENING_URL?.replace(/\/$/, ''),
    screeningToken: env.WUSD_SCREENING_TOKEN ?? '',
    clamd,
    prohibitedCountries,
    allowedOrigins,
    hasDemoYear: demoYear === 'yes',
    sandboxPace: sandboxPace as Settings['sandboxPace'],
    timeLimits,
    trustedProxies,
  };
}
