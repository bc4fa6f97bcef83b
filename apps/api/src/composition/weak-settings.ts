import { isIP } from 'node:net';
import type { BlobSettings } from '../gateways/blobs/index.ts';
import { nodeUrlsOf, ownAccountsOf, type NetworkSettings } from '../gateways/network-settings.ts';
import type { PayoutKeys } from './payout-keys.ts';

/** The settings whose strength is checked. */
interface CheckedSettings {
  env: NodeJS.ProcessEnv;
  masterKey: Buffer | undefined;
  networks: NetworkSettings;
  payoutKeys: PayoutKeys;
  blobs: BlobSettings | undefined;
}

type Problem = string | undefined;

/** 32 random bytes have about 30 distinct values. A key with fewer than half of that is not random. */
const leastDistinctBytes = 16;
const leastTokenLength = 16;
const postgresNames = ['DATABASE_URL', 'WUSD_MIGRATOR_DATABASE_URL', 'WUSD_READONLY_DATABASE_URL'];
const gateways = [
  'WUSD_SMS_GATEWAY_URL',
  'WUSD_IDENTITY_URL',
  'WUSD_RATES_URL',
  'WUSD_SCREENING_URL',
  'WUSD_RECAPTCHA_VERIFY_URL',
];
const tokens = [
  'WUSD_SMS_GATEWAY_TOKEN',
  'WUSD_IDENTITY_TOKEN',
  'WUSD_RATES_TOKEN',
  'WUSD_SCREENING_TOKEN',
  'WUSD_RECAPTCHA_SECRET',
  'WUSD_S3_SECRET',
  'WUSD_KMS_SECRET',
];

/**
 * Finds settings that are too weak for production. With `WUSD_ALLOW_INSECURE_LOOPBACK=yes`, as in tests, connections to
 * this machine need no TLS.
 *
 * @returns a message for each problem, without values, because many of them are secrets
 */
export function findWeakSettings({ env, masterKey, networks, payoutKeys, blobs }: CheckedSettings): string[] {
  const allowsLoopback = env.WUSD_ALLOW_INSECURE_LOOPBACK === 'yes';
  const isSecure = (url: string): boolean =>
    url.startsWith('https:') || (allowsLoopback && isLoopback(hostOf(url) ?? ''));
  const link = (name: string, url: string | undefined): Problem[] =>
    url === undefined || url === ''
      ? []
      : [
          isSecure(url) ? undefined : `${name} must begin with https://`,
          isExample(hostOf(url) ?? '') ? `${name} names an example host` : undefined,
        ];
  const problems: Problem[] = [
    // Retired keys may be weak: the start that replaces one needs it.
    masterKey?.length === 32 && isGuessable(masterKey)
      ? 'WUSD_MASTER_KEY is not random: make one with openssl rand -base64 32'
      : undefined,
    ...link('WUSD_PUBLIC_URL', env.WUSD_PUBLIC_URL),
    ...gateways.flatMap((name) => link(name, env[name])),
    ...nodeUrlsOf(networks).flatMap(({ name, url }) => link(`WUSD_NETWORKS_FILE, ${name},`, url)),
    ...exampleKeys(networks),
    ...(networks.tron?.nodes ?? []).map(({ apiKey }) =>
      apiKey !== undefined && apiKey.length < leastTokenLength
        ? `WUSD_NETWORKS_FILE, tron, an apiKey must have at least ${leastTokenLength} characters`
        : undefined,
    ),
    ...Object.entries(payoutKeys).flatMap(([family, { current, retired }]) =>
      [current, ...retired].flatMap((name) =>
        name.kind === 'awskms' ? link(`The endpoint of a payout key of ${family}`, name.endpoint) : [],
      ),
    ),
    ...(blobs?.kind === 's3' ? link('The endpoint of WUSD_BLOBS', blobs.endpoint) : []),
    ...(env.WUSD_ALLOWED_ORIGINS ?? '').split(',').flatMap((origin) => link('WUSD_ALLOWED_ORIGINS', origin)),
    ...smtp(env.WUSD_SMTP_URL, allowsLoopback),
    ...postgresNames.map((name) => postgres(name, env[name])),
    mailbox('WUSD_SUPPORT_EMAIL', env.WUSD_SUPPORT_EMAIL),
    mailbox('WUSD_MAIL_FROM', env.WUSD_MAIL_FROM),
    ...tokens.map((name) => {
      const length = env[name]?.length ?? leastTokenLength;
      return length > 0 && length < leastTokenLength
        ? `${name} must have at least ${leastTokenLength} characters`
        : undefined;
    }),
  ];
  return [...new Set(problems.filter((problem) => problem !== undefined))];
}

/** Whether a key is e.g. a repeated byte, a sequence or a repeated word. */
function isGuessable(key: Buffer): boolean {
  const steps = new Set([...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256));
  return new Set(key).size < leastDistinctBytes || steps.size === 1;
}

/** Keys and accounts of `networks.example.json`, which are nobody's: what is sent there is lost. */
const exampleValues = new Set([
  'xpub6EpmyCdWUwTBPpSuwYExcVQTe1gVnvCmdKpgmcbW26pV1AQyWgEBHcw1xDwJnD2h3hWAuR8cigZVGgxj19b8vysEEbbJsJwEY5JJ8zUKGEF',
  'xpub6F4GGL17F3AybZE4wSBkMwMJHHVH1ztndXKBrUpKGV3y3jsFCKruR4imxyrViqiqZVaj4EUwEgn7GyEQASFfaS3EEj4tLfZZwtcVHxBw7xn',
  'GNF8tFTFpa7eMmu3VuB2j1TSgqJpGjaBp7j6A4u3qzWh',
  'BG6DrfmQTNT4JZuoaMWXHaJLkeDALoAiPUa3SwCV5aaV',
  '5qrao43c2XejP3ApEBnDJKbc5KKQifxaSX6DJfKARj4i',
  'CMpp6hpSpXdL4uMFgUo69YL7qdzs3e6U6SUGn5YrgfCr',
  'HbW8FN1sPbucXMEDeyeLmShEnk8DXVfCZbjSjpeR79ZR',
  'GCY2ZTNKFJ7GIGHBGRMH2K5G4WDTQZME32GROP5B52L4AHQWBJOR6IXO',
]);

function exampleKeys(networks: NetworkSettings): Problem[] {
  const values = {
    'evm, depositKey': [networks.evm?.depositKey],
    'tron, depositKey': [networks.tron?.depositKey],
    'solana, depositAddresses or nonceAccounts': ownAccountsOf(networks, 'solana'),
    'stellar, depositAccount': ownAccountsOf(networks, 'stellar'),
  };
  return Object.entries(values).map(([field, used]) =>
    used.some((value) => value !== undefined && exampleValues.has(value))
      ? `WUSD_NETWORKS_FILE, ${field}, is that of the example`
      : undefined,
  );
}

function smtp(url: string | undefined, allowsLoopback: boolean): Problem[] {
  if (url === undefined || url === '') return [];
  if (!URL.canParse(url)) return ['WUSD_SMTP_URL must be a URL'];
  const { protocol, hostname, searchParams } = new URL(url);
  const isEncrypted = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
  return [
    isEncrypted || (allowsLoopback && isLoopback(hostname))
      ? undefined
      : 'WUSD_SMTP_URL must begin with smtps://, or end with ?requireTLS=true',
    isExample(hostname) ? 'WUSD_SMTP_URL names an example host' : undefined,
  ];
}

const encryptedModes = new Set(['require', 'verify-ca', 'verify-full']);

/** Connections over sockets and to this machine need no TLS. */
function postgres(name: string, url: string | undefined): Problem {
  if (url === undefined || url === '') return undefined;
  if (!URL.canParse(url)) return `${name} must be a URL`;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  if (host === '' || host.startsWith('/') || isLoopback(host)) return undefined;
  if (isExample(host)) return `${name} names an example host`;
  return encryptedModes.has(searchParams.get('sslmode') ?? '')
    ? undefined
    : `${name} must require TLS: sslmode=verify-full, or at least require`;
}

function mailbox(name: string, text: string | undefined): Problem {
  const domain = /@([^@>\s]+)>?\s*$/.exec(text ?? '')?.[1];
  if (domain === undefined) return `${name} is missing: an email address that customers know`;
  return isExample(domain) ? `${name} is an example address` : undefined;
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined);

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Whether the name is reserved for documentation and tests (RFC 2606, RFC 6761). */
const isExample = (host: string): boolean =>
  /(^|\.)(example|invalid|test)$/i.test(host) || /(^|\.)example\.(com|net|org|edu)$/i.test(host);
