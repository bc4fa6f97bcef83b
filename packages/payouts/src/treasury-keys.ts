import { isAbsolute } from 'node:path';
import type { EnvironmentReader } from '@wusd/server-kit/environment';
import type { SettingDefinitions } from '@wusd/server-kit/settings/definition';
import { type DepositKeyFile, type DepositKeys, openDepositKeys } from './keys/deposit-keys.ts';
import { type KeyName, KeyNameError, type KmsKeyName, parseKeyName } from './keys/key-name.ts';
import { type KeyOptions, openSigningKey } from './keys/open-key.ts';
import type { SigningKey } from './keys/signing-key.ts';
import type { NetworkSettings } from './network-settings.ts';
import { keptElsewhere, parsePayoutKey } from './payout-keys.ts';

/** Names of the keys that sweeps use. */
export interface TreasuryKeyNames {
  deposits: DepositKeyFile;
  /** Key of the account that pays the gas of sweeps. */
  gas: KeyName;
}

export interface TreasuryKeys {
  deposits: DepositKeys;
  gas: SigningKey<'secp256k1'>;
}

const depositFile = 'WUSD_EVM_DEPOSIT_KEY_FILE';
const depositKms = 'WUSD_EVM_DEPOSIT_KEY_KMS';
const gasKey = 'WUSD_EVM_GAS_KEY';
export type TreasuryKeySetting = typeof depositFile | typeof depositKms | typeof gasKey;

/** Settings that allow a process to spend the balances of deposit addresses and of the gas account. */
export const treasuryKeySettings: SettingDefinitions<TreasuryKeySetting> = {
  [depositFile]: {
    description: 'path of the extended private key that deposit addresses are derived from',
    requiredWith: '`sweep` in the networks file',
  },
  [depositKms]: {
    description: 'key of AWS KMS that this file is encrypted with, `awskms:…`',
    requiredWith: '`sweep` in production',
  },
  [gasKey]: {
    description: 'key of the account that pays for the gas of sweeps, named as a payout key',
    requiredWith: '`sweep`',
  },
};

/** Whether the settings enable sweeps of deposit addresses. */
const sweeps = ({ evm }: NetworkSettings): boolean => evm?.networks.some(({ sweep }) => sweep !== undefined) === true;

/** @returns undefined if no network is swept */
export function readTreasuryKeys(
  { problems, optional }: EnvironmentReader<TreasuryKeySetting>,
  networks: NetworkSettings,
  mode: 'test' | 'production',
): TreasuryKeyNames | undefined {
  if (!sweeps(networks)) return undefined;
  const isProduction = mode === 'production';
  const read = <Name>(setting: TreasuryKeySetting, parse: (text: string) => Name): Name | undefined => {
    const text = optional(setting) ?? '';
    try {
      return text === '' ? undefined : parse(text);
    } catch (error) {
      if (!(error instanceof KeyNameError)) throw error;
      problems.push(`${setting} ${error.message}`);
      return undefined;
    }
  };
  const path = read(depositFile, parsePath);
  const encryptedBy = read(depositKms, parseKms);
  const gas = read(gasKey, (text) => parsePayoutKey(text, isProduction));
  if (!optional(depositFile)) problems.push(`${depositFile} is missing: the extended private key of deposit addresses`);
  if (!optional(gasKey)) problems.push(`${gasKey} is missing: ${keptElsewhere}, in development file:/path`);
  if (isProduction && !optional(depositKms))
    problems.push(`${depositKms} is missing: the key of AWS KMS that ${depositFile} is encrypted with, awskms:…`);
  return path === undefined || !gas ? undefined : { deposits: { path, encryptedBy }, gas };
}

function parsePath(text: string): string {
  if (!isAbsolute(text)) throw new KeyNameError('must be an absolute path, and never the key itself');
  return text;
}

function parseKms(text: string): KmsKeyName {
  const name = parseKeyName(text);
  if (name.kind !== 'awskms') throw new KeyNameError('must name a key of AWS KMS, awskms:arn:aws:kms:…');
  return name;
}

/** Names of all keys, e.g. to decide whether key service credentials are needed. */
export const treasuryKeyNames = (names: TreasuryKeyNames | undefined): KeyName[] =>
  names ? [names.gas, ...(names.deposits.encryptedBy ? [names.deposits.encryptedBy] : [])] : [];

/**
 * @param depositKey extended public key of the networks file
 * @throws KeyError if a key can't be opened, or the deposit key differs from the networks file
 */
export async function openTreasuryKeys(
  { deposits, gas }: TreasuryKeyNames,
  depositKey: string,
  options: KeyOptions,
): Promise<TreasuryKeys> {
  const [opened, gasOpened] = await Promise.all([
    openDepositKeys(deposits, depositKey, options),
    openSigningKey(gas, 'secp256k1', options),
  ]);
  return { deposits: opened, gas: gasOpened };
}
