import { type BankSettings, readBankSettings } from '../gateways/banks/settings.ts';
import { type BlobSettings, readBlobSettings } from '../gateways/blobs/index.ts';
import { type ClamdAddress, readClamdAddress } from '../gateways/clamd.ts';
import { type NetworkSettings, readNetworkSettings } from '@wusd/payouts/network-settings';
import { anyLocalPort, type RelyingParty } from '../platform/services.ts';
import { readTimeLimits, type TimeLimits } from '../platform/time-limits.ts';
import { findWeakSettings } from './weak-settings.ts';
import { type ProhibitedCountries, readProhibitedCountries } from '../domains/compliance/prohibited-countries.ts';
import { createEnvironmentReader, type EnvironmentReader, SettingsError } from '@wusd/server-kit/environment';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import { isOriginOf } from '@wusd/server-kit/relying-party';
import { type SettingName, settingsOf } from '@wusd/server-kit/settings/definition';
import type { TelemetrySettings } from '@wusd/server-kit/telemetry/start-telemetry';
import { readTelemetrySettings } from '@wusd/server-kit/telemetry/telemetry-settings';
import { serverSettings } from './setting-definitions.ts';
import { treasuryKeySettings } from '@wusd/payouts/treasury-keys';
import { type PayoutKeys, payoutKeySettings, readAllPayoutKeys, readKmsCredentials } from '@wusd/payouts/payout-keys';
import type { AwsCredentials } from '@wusd/payouts/keys/kms/aws-kms';
import type { RemoteSignerSettings } from '@wusd/payouts/remote-signer';

type Mode = 'test' | 'production';

/** All settings of the server, read from its environment once at start. */
export interface Settings {
  mode: Mode;
  port: number;
  host: string;
  /** URL of the application's login, or possibly the owner's in test mode. Undefined: embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** URL of the schema's owner, which migrates the schema at the start. */
  migratorDatabaseUrl: string | undefined;
  /** URL of a login that can't write, for operators. */
  readOnlyDatabaseUrl: string | undefined;
  /** 32 bytes. Wraps the keys that encrypt personal data, seeds and private keys. */
  masterKey: Buffer | undefined;
  /** Previous master keys. Keys that are wrapped under them are rewrapped at the next start. */
  retiredMasterKeys: Buffer[];
  clientId: string;
  recaptchaKey: string;
  recaptchaSecret: string;
  /** URL that verifies captcha tokens. Undefined: Google's host. */
  recaptchaVerifyUrl: string | undefined;
  /** URL of the web app, for links in emails. */
  publicUrl: string;
  supportEmail: string;
  passkeys: RelyingParty;
  smtpUrl: string | undefined;
  mailFrom: string;
  smsGatewayUrl: string | undefined;
  smsGatewayToken: string | undefined;
  /** Maximum number of SMS per day (UTC). A fifth is reserved for customers who approve a command in a session. */
  smsDailyCap: number;
  /** URL of the identity provider. Undefined: operators decide on every identity. */
  identityUrl: string | undefined;
  identityToken: string;
  /** URL of the rate provider. Undefined: only US dollar currencies are swapped. */
  ratesUrl: string | undefined;
  ratesToken: string;
  /** Networks with their nodes. */
  networks: NetworkSettings;
  payoutKeys: PayoutKeys;
  /** AWS credentials for payout keys in its KMS. */
  kmsCredentials: AwsCredentials | undefined;
  /** The process that holds the payout keys; used in production. Undefined: this process opens the keys. */
  signer: RemoteSignerSettings | undefined;
  /** Banks that exchange files with us. */
  banks: BankSettings[];
  /** Storage of customers' receipts. Undefined in test mode: the data folder. */
  blobs: BlobSettings | undefined;
  /** URL of the provider that reports the risk of addresses and parties. */
  screeningUrl: string | undefined;
  screeningToken: string;
  /** Address of ClamAV's daemon, which scans uploads. Undefined in test mode: simulated. */
  clamd: ClamdAddress | undefined;
  /** Countries whose residents are rejected, and to which no payouts are made. */
  prohibitedCountries: ProhibitedCountries;
  /** Origins besides our own whose pages may call the API. */
  allowedOrigins: string[];
  /** Test mode: simulated blocks and banks take no time, some seconds, or wait for a sandbox event. */
  sandboxPace: 'instant' | 'realistic' | 'manual';
  /** Test mode: whether a demo customer gets a year of history, which is simulated at the first start. */
  hasDemoYear: boolean;
  timeLimits: TimeLimits;
  telemetry: TelemetrySettings;
  /** Number of reverse proxies in front that are trusted to name the client's address. */
  trustedProxies: number;
}

const definitions = settingsOf(serverSettings);
type ServerReader = EnvironmentReader<SettingName<typeof serverSettings>>;

/** Reads the settings. @throws SettingsError that lists all settings that are missing or malformed */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const reader: ServerReader = createEnvironmentReader(environment, definitions);
  const { env, problems, optional } = reader;
  const mode = reader.choice<Mode>('WUSD_MODE', ['test', 'production']);
  const port = reader.wholeNumber('PORT', { least: 0, most: 65_535 }, 'a port number');
  const providers = readProviders(reader);
  const published = readPublished(reader, port, mode);
  const masterKeys = readMasterKeys(reader);
  const sandbox = readSandbox(reader);
  const payouts = readPayouts(reader, mode);
  const fiat = readFiat(reader, mode);
  const clamd = optional('WUSD_CLAMD_URL') ? reader.parsed('WUSD_CLAMD_URL', readClamdAddress) : undefined;
  const timeLimits = readTimeLimits(reader);
  const telemetry = readTelemetrySettings(reader);
  const prohibitedCountries = reader.parsed('WUSD_PROHIBITED_COUNTRIES_FILE', readProhibitedCountries);
  if (mode === 'production') {
    reader.requireAllOf('production');
    problems.push(...findWeakSettings({ env, ...masterKeys, ...payouts, ...fiat }));
  }
  const trustedProxies = reader.wholeNumber('WUSD_TRUSTED_PROXIES', { least: 0 }, 'a count');
  if (problems.length > 0) throw SettingsError.of("The server can't start", problems);

  return {
    mode,
    port,
    host: optional('HOST') ?? (mode === 'test' ? '127.0.0.1' : '0.0.0.0'),
    databaseUrl: optional('DATABASE_URL'),
    migratorDatabaseUrl: optional('WUSD_MIGRATOR_DATABASE_URL'),
    readOnlyDatabaseUrl: optional('WUSD_READONLY_DATABASE_URL'),
    ...masterKeys,
    ...published,
    ...providers,
    ...payouts,
    ...fiat,
    clamd,
    prohibitedCountries: prohibitedCountries ?? readProhibitedCountries(undefined),
    ...sandbox,
    timeLimits,
    telemetry,
    trustedProxies,
  };
}

/** Settings of the web app and of partners' pages. */
function readPublished(reader: ServerReader, port: number, mode: Mode) {
  const { problems, optional, text, list } = reader;
  const publicUrl = optional('WUSD_PUBLIC_URL') ?? `http://localhost:${port}`;
  if (!/^https?:\/\//.test(publicUrl) || !URL.canParse(publicUrl))
    problems.push(`WUSD_PUBLIC_URL is "${publicUrl}"; it must be a URL, e.g. https://wallet.example`);
  const allowedOrigins = list('WUSD_ALLOWED_ORIGINS');
  for (const origin of allowedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`WUSD_ALLOWED_ORIGINS holds "${origin}"; each must be an origin, e.g. https://partner.example`);
  }
  return {
    clientId: text('WUSD_CLIENT_ID'),
    publicUrl: publicUrl.replace(/\/$/, ''),
    supportEmail: text('WUSD_SUPPORT_EMAIL'),
    allowedOrigins,
    passkeys: readRelyingParty(reader, publicUrl, mode),
  };
}

/**
 * Reads the domain of passkeys and the origins that use them. A passkey works only on its domain, so the domain must
 * never change.
 */
function readRelyingParty({ problems, optional, list }: ServerReader, publicUrl: string, mode: Mode): RelyingParty {
  const { hostname, origin } = URL.canParse(publicUrl) ? new URL(publicUrl) : { hostname: 'localhost', origin: '' };
  const rpId = optional('WUSD_PASSKEY_RP_ID') ?? hostname;
  const listed = list('WUSD_PASSKEY_ORIGINS');
  const own = mode === 'test' && hostname === 'localhost' ? anyLocalPort : origin;
  const origins = listed.length > 0 ? listed : [own];
  if (listed.length > 0 && !listed.every((each) => isOriginOf(rpId, each)))
    problems.push(`WUSD_PASSKEY_ORIGINS holds "${listed.join(',')}"; each must be an origin of ${rpId} or below it`);
  return { rpId, origins };
}

function readMasterKeys({ problems, optional, list }: ServerReader) {
  const key = optional('WUSD_MASTER_KEY');
  const masterKey = key === undefined ? undefined : Buffer.from(key, 'base64');
  if (masterKey && masterKey.length !== 32) problems.push('WUSD_MASTER_KEY must be 32 bytes in base64');
  const retiredMasterKeys = list('WUSD_RETIRED_MASTER_KEYS').map((each) => Buffer.from(each, 'base64'));
  if (retiredMasterKeys.some(({ length }) => length !== 32))
    problems.push('WUSD_RETIRED_MASTER_KEYS must be keys of 32 bytes in base64, separated by commas');
  return { masterKey, retiredMasterKeys };
}

function readSandbox({ choice }: ServerReader) {
  return {
    sandboxPace: choice<Settings['sandboxPace']>('WUSD_SANDBOX_PACE', ['instant', 'realistic', 'manual']),
    hasDemoYear: choice('WUSD_DEMO_YEAR', ['yes', 'no']) === 'yes',
  };
}

/** Networks and the keys that sign payouts. */
function readPayouts(reader: ServerReader, mode: Mode) {
  const { problems, optional, parsed } = reader;
  const networks = parsed('WUSD_NETWORKS_FILE', readNetworkSettings) ?? {};
  const signer = readSigner(reader, mode);
  const payoutKeys = signer ? {} : readAllPayoutKeys(reader, networks, mode);
  const hasNetworks = optional('WUSD_NETWORKS_FILE') !== undefined;
  if (hasNetworks && mode === 'production' && !optional('WUSD_SCREENING_URL'))
    problems.push('WUSD_SCREENING_URL is missing: deposits and withdrawals over networks need a screening provider');
  return { networks, signer, payoutKeys, kmsCredentials: readKmsCredentials(reader, payoutKeys) };
}

/**
 * Reads the settings of the process that holds the payout keys. An attacker who takes over this server must not find a
 * key, so production rejects key settings here.
 */
function readSigner({ env, problems, optional, text, file, require }: ServerReader, mode: Mode): Settings['signer'] {
  const isNeeded = mode === 'production' && optional('WUSD_NETWORKS_FILE') !== undefined;
  if (mode === 'production')
    problems.push(
      ...[...keysOf(payoutKeySettings), ...keysOf(treasuryKeySettings)]
        .filter((name) => env[name])
        .map(
          (name) => `${name} belongs to the signer: this server must have no key and no credentials of a key service`,
        ),
    );
  if (!isNeeded && optional('WUSD_SIGNER_URL') === undefined) return undefined;
  require('WUSD_SIGNER_URL', 'WUSD_SIGNER_CA_FILE', 'WUSD_SIGNER_CLIENT_CERTIFICATE_FILE', 'WUSD_SIGNER_CLIENT_TLS_KEY_FILE');
  return {
    url: text('WUSD_SIGNER_URL'),
    ca: file('WUSD_SIGNER_CA_FILE'),
    certificate: file('WUSD_SIGNER_CLIENT_CERTIFICATE_FILE'),
    key: file('WUSD_SIGNER_CLIENT_TLS_KEY_FILE'),
  };
}

/** Banks and the storage of receipts. */
function readFiat({ problems, optional, parsed }: ServerReader, mode: Mode) {
  const banks = parsed('WUSD_BANKS_FILE', readBankSettings) ?? [];
  if (mode === 'production' && optional('WUSD_BANKS_FILE') !== undefined) {
    if (!optional('WUSD_SCREENING_URL'))
      problems.push('WUSD_SCREENING_URL is missing: deposits from banks and payouts to them need a screening provider');
    if (!optional('WUSD_BLOBS'))
      problems.push('WUSD_BLOBS is missing: where receipts of deposits are stored, e.g. file:///var/lib/wusd/blobs');
  }
  const blobs = parsed('WUSD_BLOBS', (url) =>
    readBlobSettings(url, optional('WUSD_S3_KEY_ID'), optional('WUSD_S3_SECRET')),
  );
  return { banks, blobs };
}

/** Providers of captchas, messages, identities, rates and screening. */
function readProviders({ optional, text, baseUrl, wholeNumber }: ServerReader) {
  return {
    recaptchaKey: text('WUSD_RECAPTCHA_KEY'),
    recaptchaSecret: text('WUSD_RECAPTCHA_SECRET'),
    recaptchaVerifyUrl: optional('WUSD_RECAPTCHA_VERIFY_URL'),
    smtpUrl: optional('WUSD_SMTP_URL'),
    mailFrom: text('WUSD_MAIL_FROM'),
    smsGatewayUrl: optional('WUSD_SMS_GATEWAY_URL'),
    smsGatewayToken: optional('WUSD_SMS_GATEWAY_TOKEN'),
    smsDailyCap: wholeNumber('WUSD_SMS_DAILY_CAP', { least: 1 }, 'a number of SMS, e.g. 10000'),
    identityUrl: baseUrl('WUSD_IDENTITY_URL'),
    identityToken: text('WUSD_IDENTITY_TOKEN'),
    ratesUrl: optional('WUSD_RATES_URL'),
    ratesToken: text('WUSD_RATES_TOKEN'),
    screeningUrl: baseUrl('WUSD_SCREENING_URL'),
    screeningToken: text('WUSD_SCREENING_TOKEN'),
  };
}
