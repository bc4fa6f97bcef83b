import { type KeyName, parseKeyName } from '@wusd/payouts/keys/key-name';
import { type OperatorDirectory, readOperators } from '@wusd/payouts/operators';
import { createEnvironmentReader, SettingsError } from '@wusd/server-kit/environment';
import { settingsOf } from '@wusd/server-kit/settings/definition';
import { operatorSettings, serverSettings } from './setting-definitions.ts';

export interface OperatorSettings {
  operators: OperatorDirectory | undefined;
  operatorKey: KeyName | undefined;
}

/**
 * Reads the settings of operator commands. In production, a file lists the operators with their public keys, and each
 * operator signs with a personal key on a hardware token.
 *
 * @throws SettingsError
 */
export function readOperatorSettings(env: NodeJS.ProcessEnv): OperatorSettings {
  const definitions = settingsOf([...serverSettings, ...operatorSettings]);
  const { problems, parsed, require } = createEnvironmentReader(env, definitions);
  const isProduction = env['WUSD_MODE'] === 'production';
  if (isProduction) require('WUSD_OPERATORS_FILE');
  const operators = parsed('WUSD_OPERATORS_FILE', readOperators);
  const operatorKey = parsed('WUSD_OPERATOR_KEY', parseKeyName);
  if (isProduction && operatorKey?.kind === 'file' && env['WUSD_ALLOW_INSECURE_LOOPBACK'] !== 'yes')
    problems.push(
      'WUSD_OPERATOR_KEY names a key in a file, which is for development: in production it is on a token, pkcs11:…',
    );
  if (problems.length > 0) throw SettingsError.of("The command can't be executed", problems);
  return { operators, operatorKey };
}
