import type { NetworkSettings } from '@wusd/payouts/network-settings';
import { findWeakNetworks } from '@wusd/payouts/weak-settings';
import { isExample, isLoopback, linkProblems, postgresProblem, type Problem } from '@wusd/server-kit/weak-links';
import type { BlobSettings } from '../gateways/blobs/index.ts';

/** The settings whose strength is checked. */
interface CheckedSettings {
  env: NodeJS.ProcessEnv;
  masterKey: Buffer | undefined;
  networks: NetworkSettings;
  blobs: BlobSettings | undefined;
}

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
  'WUSD_SIGNER_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
];
const tokens = [
  'WUSD_SMS_GATEWAY_TOKEN',
  'WUSD_IDENTITY_TOKEN',
  'WUSD_RATES_TOKEN',
  'WUSD_SCREENING_TOKEN',
  'WUSD_RECAPTCHA_SECRET',
  'WUSD_S3_SECRET',
];

/**
 * Finds settings that are too weak for production. With `WUSD_ALLOW_INSECURE_LOOPBACK=yes`, as in tests, connections to
 * this machine need no TLS.
 *
 * @returns a message for each problem, without values, because many of them are secrets
 */
export function findWeakSettings({ env, masterKey, networks, blobs }: CheckedSettings): string[] {
  const allowsLoopback = env.WUSD_ALLOW_INSECURE_LOOPBACK === 'yes';
  const link = (name: string, url: string | undefined): Problem[] => linkProblems(name, url, allowsLoopback);
  const problems: Problem[] = [
    // Retired keys may be weak, because the start that replaces a weak key needs it.
    masterKey?.length === 32 && isGuessable(masterKey)
      ? 'WUSD_MASTER_KEY is not random: make one with openssl rand -base64 32'
      : undefined,
    ...link('WUSD_PUBLIC_URL', env.WUSD_PUBLIC_URL),
    ...gateways.flatMap((name) => link(name, env[name])),
    ...findWeakNetworks({ networks, payoutKeys: {}, allowsLoopback }),
    ...(blobs?.kind === 's3' ? link('The endpoint of WUSD_BLOBS', blobs.endpoint) : []),
    ...(env.WUSD_ALLOWED_ORIGINS ?? '').split(',').flatMap((origin) => link('WUSD_ALLOWED_ORIGINS', origin)),
    ...smtp(env.WUSD_SMTP_URL, allowsLoopback),
    ...postgresNames.map((name) => postgresProblem(name, env[name])),
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

function mailbox(name: string, text: string | undefined): Problem {
  const domain = /@([^@>\s]+)>?\s*$/.exec(text ?? '')?.[1];
  if (domain === undefined) return `${name} is missing: an email address that customers know`;
  return isExample(domain) ? `${name} is an example address` : undefined;
}
