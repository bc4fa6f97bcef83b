import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { messageOf } from '../errors/error-fields.ts';
import type { SettingDefinitions } from './definition.ts';

/** Maximum edit distance at which an unknown name is reported as a misspelled setting. */
const mistakenDistance = 2;

/**
 * Reads secrets from the files named by `<name>_FILE`, and reports misspelled names of settings.
 *
 * @param problems receives messages, which contain no secret
 * @returns the environment including the secrets
 */
export function loadEnvironment(
  env: NodeJS.ProcessEnv,
  definitions: SettingDefinitions,
  problems: string[],
): NodeJS.ProcessEnv {
  const loaded = { ...env };
  const fileSettings: string[] = [];
  for (const [name, { isSecret }] of Object.entries(definitions)) {
    const fileSetting = `${name}_FILE`;
    if (isSecret !== true || fileSetting in definitions) continue;
    fileSettings.push(fileSetting);
    const path = env[fileSetting] ?? '';
    if (path === '') continue;
    if (env[name] !== undefined) problems.push(`${name} and ${fileSetting} are both set; set one of them`);
    else loaded[name] = readSecret(fileSetting, path, problems);
  }
  problems.push(...findMistakenNames(env, [...Object.keys(definitions), ...fileSettings]));
  return loaded;
}

/** The content of a file without its trailing line break. */
function readSecret(setting: string, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    problems.push(`${setting} is "${path}": ${messageOf(error)}`);
    return undefined;
  }
}

function findMistakenNames(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('WUSD_') && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => distance(each, name) <= mistakenDistance);
      return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
    });
}
