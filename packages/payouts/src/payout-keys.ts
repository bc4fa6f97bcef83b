import { type KeyName, KeyNameError, parseKeyName } from './keys/key-name.ts';
import type { AwsCredentials } from './keys/kms/aws-kms.ts';
import { KeyError } from './keys/key-error.ts';
import { type KeyOptions, openSigningKey } from './keys/open-key.ts';
import type { Curve, SigningKey } from './keys/signing-key.ts';
import { LoggableError } from '@wusd/server-kit/errors/loggable-error';
import type { NetworkSettings } from './network-settings.ts';
import { type NetworkFamily, networkFamilies } from '@wusd/server-kit/registry/networks';
import type { EnvironmentReader } from '@wusd/server-kit/environment';
import type { SettingDefinition, SettingDefinitions } from '@wusd/server-kit/settings/definition';

/** Names of the keys that sign payouts on one family of networks. */
export interface PayoutKeyNames {
  current: KeyName;
  /** Previous keys, listed until all payouts that they signed are final. */
  retired: readonly KeyName[];
}

export type PayoutKeys = Partial<Record<NetworkFamily, PayoutKeyNames>>;

const settingsByFamily = {
  evm: { current: 'WUSD_EVM_PAYOUT_KEY', retired: 'WUSD_RETIRED_EVM_PAYOUT_KEYS' },
  tron: { current: 'WUSD_TRON_PAYOUT_KEY', retired: 'WUSD_RETIRED_TRON_PAYOUT_KEYS' },
  solana: { current: 'WUSD_SOLANA_PAYOUT_KEY', retired: 'WUSD_RETIRED_SOLANA_PAYOUT_KEYS' },
  stellar: { current: 'WUSD_STELLAR_PAYOUT_KEY', retired: 'WUSD_RETIRED_STELLAR_PAYOUT_KEYS' },
} as const satisfies Record<NetworkFamily, { current: string; retired: string }>;

type SettingsOfFamily = (typeof settingsByFamily)[NetworkFamily];
type KmsSetting = 'WUSD_KMS_KEY_ID' | 'WUSD_KMS_SECRET';
export type PayoutKeySetting = SettingsOfFamily['current'] | SettingsOfFamily['retired'] | KmsSetting;

const currentOf = (family: string): SettingDefinition => ({
  description: `key that signs payouts on ${family}: \`awskms:…\`, \`pkcs11:…\`, or \`file:/path\` in development`,
  requiredWith: 'networks of this family',
});
const retiredOf = (family: string): SettingDefinition => ({
  description: `previous payout keys of ${family}, separated by commas, until everything that they signed is final`,
});

/** Settings that give a process payout keys, or access to a key service that signs. */
export const payoutKeySettings: SettingDefinitions<PayoutKeySetting> = {
  WUSD_EVM_PAYOUT_KEY: currentOf('EVM networks'),
  WUSD_RETIRED_EVM_PAYOUT_KEYS: retiredOf('EVM networks'),
  WUSD_TRON_PAYOUT_KEY: currentOf('Tron'),
  WUSD_RETIRED_TRON_PAYOUT_KEYS: retiredOf('Tron'),
  WUSD_SOLANA_PAYOUT_KEY: currentOf('Solana'),
  WUSD_RETIRED_SOLANA_PAYOUT_KEYS: retiredOf('Solana'),
  WUSD_STELLAR_PAYOUT_KEY: currentOf('Stellar'),
  WUSD_RETIRED_STELLAR_PAYOUT_KEYS: retiredOf('Stellar'),
  WUSD_KMS_KEY_ID: { description: 'access key id of AWS', requiredWith: 'keys in AWS KMS' },
  WUSD_KMS_SECRET: { description: 'secret access key of AWS', requiredWith: 'keys in AWS KMS', isSecret: true },
};

export const keptElsewhere = 'name a key of AWS KMS or of an HSM, awskms:… or pkcs11:…';

/**
 * Reads the names of the payout keys of one family of networks.
 *
 * @param options `isNeeded`: the settings have networks of the family. `isProduction`: reject keys in files
 */
function readPayoutKeys(
  { problems, optional, list }: EnvironmentReader<PayoutKeySetting>,
  family: NetworkFamily,
  { isNeeded, isProduction }: { isNeeded: boolean; isProduction: boolean },
): PayoutKeyNames | undefined {
  const read = (setting: string, text: string): KeyName | undefined => {
    try {
      return parsePayoutKey(text, isProduction);
    } catch (error) {
      if (!(error instanceof KeyNameError)) throw error;
      problems.push(`${setting} ${error.message}`);
      return undefined;
    }
  };
  const { current: name, retired: retiredName } = settingsByFamily[family];
  const retired = list(retiredName).flatMap((text) => read(retiredName, text) ?? []);
  const text = optional(name) ?? '';
  if (text === '' && isNeeded) problems.push(`${name} is missing: ${keptElsewhere}, in development file:/path`);
  const current = text === '' ? undefined : read(name, text);
  return current && { current, retired };
}

/** Reads the names of the payout keys of all families with networks. */
export function readAllPayoutKeys(
  reader: EnvironmentReader<PayoutKeySetting>,
  networks: NetworkSettings,
  mode: 'test' | 'production',
): PayoutKeys {
  const payoutKeys: PayoutKeys = {};
  for (const family of networkFamilies) {
    const isNeeded = networks[family] !== undefined;
    const keys = readPayoutKeys(reader, family, { isNeeded, isProduction: mode === 'production' });
    if (keys) payoutKeys[family] = keys;
  }
  return payoutKeys;
}

/** @param others names of further keys besides the payout keys */
export function readKmsCredentials(
  { problems, text }: EnvironmentReader<KmsSetting>,
  payoutKeys: PayoutKeys,
  others: readonly KeyName[] = [],
): AwsCredentials | undefined {
  const accessKeyId = text('WUSD_KMS_KEY_ID');
  const secretAccessKey = text('WUSD_KMS_SECRET');
  if (accessKeyId !== '' && secretAccessKey !== '') return { accessKeyId, secretAccessKey };
  const names = [...others, ...Object.values(payoutKeys).flatMap(({ current, retired }) => [current, ...retired])];
  if (names.some(({ kind }) => kind === 'awskms'))
    problems.push('WUSD_KMS_KEY_ID and WUSD_KMS_SECRET are missing: credentials of AWS for the keys in its KMS');
  return undefined;
}

/** @throws KeyNameError */
export function parsePayoutKey(text: string, isProduction: boolean): KeyName {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text))
    throw new KeyNameError(
      `holds a private key. Write the key into a file that nobody else can read and name that, file:/path; in production ${keptElsewhere}`,
    );
  const name = parseKeyName(text);
  if (isProduction && name.kind === 'file')
    throw new KeyNameError(`names a key in a file, which is for development: in production ${keptElsewhere}`);
  return name;
}

/** A payout key can't be opened. The message names its setting. */
class PayoutKeyError extends LoggableError {
  override readonly name = 'PayoutKeyError';
  readonly fields: { setting: string };

  constructor(setting: string, cause: KeyError) {
    super(`${setting}: ${cause.message}`, { cause });
    this.fields = { setting };
  }
}

/**
 * Opens the payout keys of one family of networks.
 *
 * @throws PayoutKeyError if one of them can't be opened
 */
export async function openPayoutKeys<Of extends Curve>(
  family: NetworkFamily,
  { current, retired }: PayoutKeyNames,
  curve: Of,
  options: KeyOptions,
): Promise<{ current: SigningKey<Of>; retired: SigningKey<Of>[] }> {
  const open = async (setting: string, name: KeyName): Promise<SigningKey<Of>> => {
    try {
      return await openSigningKey(name, curve, options);
    } catch (error) {
      throw error instanceof KeyError ? new PayoutKeyError(setting, error) : error;
    }
  };
  const [opened, ...others] = await Promise.all([
    open(settingsByFamily[family].current, current),
    ...retired.map((name) => open(settingsByFamily[family].retired, name)),
  ]);
  return { current: opened, retired: others };
}
