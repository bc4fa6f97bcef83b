import { readFileSync } from 'node:fs';
import { messageOf } from './errors/error-fields.ts';
import { type SettingDefinitions, withoutMarkup } from './settings/definition.ts';
import { loadEnvironment } from './settings/load.ts';

/** Settings are missing, invalid or too weak. The message lists all problems and contains no secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  /** @param subject the action that failed, e.g. `The server can't start` */
  static of(subject: string, problems: readonly string[]): SettingsError {
    return new SettingsError(`${subject}:\n- ${problems.join('\n- ')}`);
  }
}

/**
 * Reads settings of these names. Missing and invalid settings are added to `problems`, so that all are reported
 * together.
 */
export interface EnvironmentReader<in Name extends string> {
  /** Environment including secrets that were read from files. */
  env: NodeJS.ProcessEnv;
  problems: string[];
  optional: (name: Name) => string | undefined;
  /** @returns the value, else the default, else an empty string */
  text: (name: Name) => string;
  /** Base URL to which paths are appended. */
  baseUrl: (name: Name) => string | undefined;
  /** Comma-separated values. */
  list: (name: Name) => string[];
  /** The setting must have a default. */
  choice: <T extends string>(name: Name, choices: readonly [T, ...T[]]) => T;
  /** The setting must have a default. */
  wholeNumber: (name: Name, range: { least: number; most?: number }, meaning: string) => number;
  /** Parses a setting. @returns undefined if it is not set or malformed */
  parsed: <T>(name: Name, read: (text: string) => T) => T | undefined;
  /** The content of a file. @returns an empty buffer if the setting is missing or the file can't be read */
  file: (name: Name) => Buffer;
  require: (...names: readonly Name[]) => void;
  /** Requires all settings whose definition has this `required`. */
  requireAllOf: (required: 'always' | 'production') => void;
}

export function createEnvironmentReader<Name extends string>(
  environment: NodeJS.ProcessEnv,
  definitions: SettingDefinitions<Name>,
): EnvironmentReader<Name> {
  const problems: string[] = [];
  const env = loadEnvironment(environment, definitions, problems);
  const requireOne = (name: string, { description, example }: SettingDefinitions[string]): void => {
    const hint = example === undefined ? description : `${description}, e.g. ${example}`;
    if (!env[name]) problems.push(`${name} is missing: ${withoutMarkup(hint)}`);
  };
  const text = (name: Name): string => env[name] ?? definitions[name].default ?? '';
  return {
    env,
    problems,
    optional: (name) => env[name],
    text,
    baseUrl: (name) => env[name]?.replace(/\/$/, ''),
    list: (name) => (env[name] ?? '').split(',').filter(Boolean),

    choice(name, choices) {
      const chosen = choices.find((each) => each === text(name));
      if (chosen === undefined) problems.push(`${name} is "${text(name)}"; it can be ${alternatives(choices)}`);
      return chosen ?? choices[0];
    },

    wholeNumber(name, { least, most = Number.MAX_SAFE_INTEGER }, meaning) {
      const value = Number(text(name));
      if (!Number.isInteger(value) || value < least || value > most)
        problems.push(`${name} is "${env[name]}"; it must be ${meaning}`);
      return value;
    },

    parsed(name, read) {
      const text = env[name];
      return text === undefined ? undefined : attempt(problems, `${name} is "${text}"`, () => read(text));
    },

    file(name) {
      const path = env[name] ?? '';
      const content = path === '' ? undefined : attempt(problems, `${name} is "${path}"`, () => readFileSync(path));
      return content ?? Buffer.alloc(0);
    },

    require(...names) {
      for (const name of names) requireOne(name, definitions[name]);
    },

    requireAllOf(required) {
      for (const [name, definition] of Object.entries<SettingDefinitions[string]>(definitions))
        if (definition.required === required) requireOne(name, definition);
    },
  };
}

function attempt<T>(problems: string[], subject: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    problems.push(`${subject}: ${messageOf(error)}`);
    return undefined;
  }
}

const alternatives = (choices: readonly string[]): string =>
  [choices.slice(0, -1).join(', '), ...choices.slice(-1)].join(' or ');
