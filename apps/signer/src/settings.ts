import { createEnvironmentReader, SettingsError } from '@wusd/server-kit/environment';
import { readNetworkSettings, type NetworkSettings } from '@wusd/payouts/network-settings';
import { type PayoutKeys, readAllPayoutKeys, readKmsCredentials } from '@wusd/payouts/payout-keys';
import type { AwsCredentials } from '@wusd/payouts/keys/kms/aws-kms';
import { readTreasuryKeys, treasuryKeyNames, type TreasuryKeyNames } from '@wusd/payouts/treasury-keys';
import { findWeakNetworks } from '@wusd/payouts/weak-settings';
import { postgresProblem } from '@wusd/server-kit/weak-links';
import { settingsOf } from '@wusd/server-kit/settings/definition';
import { type Policy, readPolicy } from './policy.ts';
import { signerSettings } from './setting-definitions.ts';

export interface SignerSettings {
  mode: 'test' | 'production';
  host: string;
  port: number;
  /** The signer's own database. */
  databaseUrl: string;
  /** The product's database, with a read-only login. */
  productDatabaseUrl: string;
  networks: NetworkSettings;
  payoutKeys: PayoutKeys;
  /** Required if the networks file configures sweeps of deposit addresses. */
  treasuryKeys: TreasuryKeyNames | undefined;
  kmsCredentials: AwsCredentials | undefined;
  policy: Policy;
  /** PEM: our certificate, its private key, and the certificate authority of clients. */
  tls: { certificate: Buffer; key: Buffer; clientCa: Buffer };
}

/** @throws SettingsError */
export function readSettings(environment: NodeJS.ProcessEnv): SignerSettings {
  const reader = createEnvironmentReader(environment, settingsOf(signerSettings));
  const { env, problems, text, file, parsed, choice, wholeNumber, requireAllOf } = reader;
  const mode = choice<SignerSettings['mode']>('WUSD_MODE', ['test', 'production']);
  requireAllOf('always');
  const networks = parsed('WUSD_NETWORKS_FILE', readNetworkSettings) ?? {};
  const policy = parsed('WUSD_SIGNER_POLICY_FILE', readPolicy);
  const payoutKeys = readAllPayoutKeys(reader, networks, mode);
  const treasuryKeys = readTreasuryKeys(reader, networks, mode);
  const settings = {
    mode,
    host: text('HOST'),
    port: wholeNumber('PORT', { least: 0, most: 65_535 }, 'a port, 0 to 65535'),
    databaseUrl: text('WUSD_SIGNER_DATABASE_URL'),
    productDatabaseUrl: text('WUSD_PRODUCT_DATABASE_URL'),
    networks,
    payoutKeys,
    treasuryKeys,
    kmsCredentials: readKmsCredentials(reader, payoutKeys, treasuryKeyNames(treasuryKeys)),
    tls: {
      certificate: file('WUSD_SIGNER_CERTIFICATE_FILE'),
      key: file('WUSD_SIGNER_TLS_KEY_FILE'),
      clientCa: file('WUSD_SIGNER_CLIENT_CA_FILE'),
    },
  };
  if (mode === 'production') problems.push(...findWeak(env, settings));
  if (problems.length > 0 || !policy) throw SettingsError.of("The signer can't start", problems);
  return { ...settings, policy };
}

/**
 * Finds settings that are too weak for production. With `WUSD_ALLOW_INSECURE_LOOPBACK=yes`, as in tests, connections
 * to this machine need no TLS.
 */
function findWeak(
  env: NodeJS.ProcessEnv,
  { networks, payoutKeys, treasuryKeys }: Pick<SignerSettings, 'networks' | 'payoutKeys' | 'treasuryKeys'>,
): string[] {
  const allowsLoopback = env['WUSD_ALLOW_INSECURE_LOOPBACK'] === 'yes';
  const databases = ['WUSD_SIGNER_DATABASE_URL', 'WUSD_PRODUCT_DATABASE_URL'];
  return [
    ...findWeakNetworks({ networks, payoutKeys, treasuryKeys: treasuryKeyNames(treasuryKeys), allowsLoopback }),
    ...databases.map((name) => postgresProblem(name, env[name])),
  ].filter((problem) => problem !== undefined);
}
