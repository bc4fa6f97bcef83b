import { createEnvironmentReader, SettingsError } from '@wusd/server-kit/environment';
import { readNetworkSettings, type NetworkSettings } from '@wusd/payouts/network-settings';
import { type PayoutKeys, readAllPayoutKeys, readKmsCredentials } from '@wusd/payouts/payout-keys';
import type { AwsCredentials } from '@wusd/payouts/keys/kms/aws-kms';
import { findWeakNetworks } from '@wusd/payouts/weak-settings';
import { postgresProblem } from '@wusd/server-kit/weak-links';
import { type Policy, readPolicy } from './policy.ts';

export interface SignerSettings {
  mode: 'test' | 'production';
  host: string;
  port: number;
  /** The signer's own database. */
  databaseUrl: string;
  /** The product's database, with a login that can only read. */
  productDatabaseUrl: string;
  networks: NetworkSettings;
  payoutKeys: PayoutKeys;
  kmsCredentials: AwsCredentials | undefined;
  policy: Policy;
  /** PEM: our certificate, its private key, and the certificate authority of clients. */
  tls: { certificate: Buffer; key: Buffer; clientCa: Buffer };
}

/** @throws SettingsError */
export function readSettings(env: NodeJS.ProcessEnv): SignerSettings {
  const reader = createEnvironmentReader(env);
  const { problems, text, file, parsed, choice, wholeNumber, require } = reader;
  const mode = choice<SignerSettings['mode']>('WUSD_MODE', ['test', 'production'], 'production');
  require({
    WUSD_SIGNER_DATABASE_URL: "the signer's own PostgreSQL database, e.g. postgresql://signer@db.internal/signer",
    WUSD_PRODUCT_DATABASE_URL: "the product's database, with a login that can only read",
    WUSD_NETWORKS_FILE: "the settings file of the networks, as the server's",
    WUSD_SIGNER_POLICY_FILE: 'limits and operators, see apps/signer/policy.example.json',
    WUSD_SIGNER_CERTIFICATE_FILE: 'the certificate of the signer, PEM',
    WUSD_SIGNER_TLS_KEY_FILE: 'the private key of this certificate, PEM',
    WUSD_SIGNER_CLIENT_CA_FILE: 'the certificate authority of clients that may ask for signatures, PEM',
  });
  const networks = parsed('WUSD_NETWORKS_FILE', readNetworkSettings) ?? {};
  const policy = parsed('WUSD_SIGNER_POLICY_FILE', readPolicy);
  const payoutKeys = readAllPayoutKeys(reader, networks, mode);
  const settings = {
    mode,
    host: text('HOST', '127.0.0.1'),
    port: wholeNumber('PORT', 8443, { least: 0, most: 65_535 }, 'a port, 0 to 65535'),
    databaseUrl: text('WUSD_SIGNER_DATABASE_URL'),
    productDatabaseUrl: text('WUSD_PRODUCT_DATABASE_URL'),
    networks,
    payoutKeys,
    kmsCredentials: readKmsCredentials(reader, payoutKeys),
    tls: {
      certificate: file('WUSD_SIGNER_CERTIFICATE_FILE'),
      key: file('WUSD_SIGNER_TLS_KEY_FILE'),
      clientCa: file('WUSD_SIGNER_CLIENT_CA_FILE'),
    },
  };
  if (mode === 'production') problems.push(...findWeak(env, networks, payoutKeys));
  if (problems.length > 0 || !policy) throw SettingsError.of("The signer can't start", problems);
  return { ...settings, policy };
}

/** What is too weak for production. With `WUSD_ALLOW_INSECURE_LOOPBACK=yes`, as in tests, this machine is reached without TLS. */
function findWeak(env: NodeJS.ProcessEnv, networks: NetworkSettings, payoutKeys: PayoutKeys): string[] {
  const allowsLoopback = env['WUSD_ALLOW_INSECURE_LOOPBACK'] === 'yes';
  const databases = ['WUSD_SIGNER_DATABASE_URL', 'WUSD_PRODUCT_DATABASE_URL'];
  return [
    ...findWeakNetworks({ networks, payoutKeys, allowsLoopback }),
    ...databases.map((name) => postgresProblem(name, env[name])),
  ].filter((problem) => problem !== undefined);
}
