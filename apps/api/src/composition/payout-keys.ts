import { type KeyName, KeyNameError, parseKeyName } from '../gateways/keys/key-name.ts';
import { KeyError } from '../gateways/keys/key-error.ts';
import { type KeyOptions, openSigningKey } from '../gateways/keys/open-key.ts';
import type { Curve, SigningKey } from '../gateways/keys/signing-key.ts';
import { LoggableError } from '../platform/errors/loggable-error.ts';
import type { NetworkFamily } from '../platform/registry/networks.ts';
import type { EnvironmentReader } from './environment.ts';

/** Names of the keys of the accounts that send payouts, of one family of networks. */
export interface PayoutKeyNames {
  current: KeyName;
  /** Previous keys, as long as a payout that they signed is not final. */
  retired: readonly KeyName[];
}

export type PayoutKeys = Partial<Record<NetworkFamily, PayoutKeyNames>>;

const currentSetting = (family: NetworkFamily): string => `WUSD_${family.toUpperCase()}_PAYOUT_KEY`;
const retiredSetting = (family: NetworkFamily): string => `WUSD_RETIRED_${family.toUpperCase()}_PAYOUT_KEYS`;

const keptElsewhere = 'name a key of AWS KMS or of an HSM, awskms:… or pkcs11:…';

/**
 * Reads the names of the payout keys of one family of networks.
 *
 * @param options `isNeeded`: the family has networks. `isProduction`: keys in files are refused
 */
export function readPayoutKeys(
  { problems, optional, list }: EnvironmentReader,
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
  const name = currentSetting(family);
  const retired = list(retiredSetting(family)).flatMap((text) => read(retiredSetting(family), text) ?? []);
  const text = optional(name) ?? '';
  if (text === '' && isNeeded) problems.push(`${name} is missing: ${keptElsewhere}, in development file:/path`);
  const current = text === '' ? undefined : read(name, text);
  return current && { current, retired };
}

/** @throws KeyNameError */
function parsePayoutKey(text: string, isProduction: boolean): KeyName {
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
    open(currentSetting(family), current),
    ...retired.map((name) => open(retiredSetting(family), name)),
  ]);
  return { current: opened, retired: others };
}
