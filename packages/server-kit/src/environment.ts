import { readFileSync } from 'node:fs';
import { messageOf } from './errors/error-fields.ts';

/** Settings are missing, wrong or too weak. The message lists all of them, and no secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  /** @param subject what can't be done, e.g. `The server can't start` */
  static of(subject: string, problems: readonly string[]): SettingsError {
    return new SettingsError(`${subject}:\n- ${problems.join('\n- ')}`);
  }
}

/** Reads environment variables. Missing and malformed ones are added to `problems`, so that all are reported at once. */
export function createEnvironmentReader(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const optional = (name: string): string | undefined => env[name];
  return {
    env,
    problems,
    optional,
    text: (name: string, fallback = ''): string => env[name] ?? fallback,
    /** A URL that paths are appended to. */
    baseUrl: (name: string): string | undefined => env[name]?.replace(/\/$/, ''),
    /** Values that are separated by commas. */
    list: (name: string): string[] => (env[name] ?? '').split(',').filter(Boolean),

    choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const text = env[name] ?? fallback;
      const chosen = choices.find((each) => each === text);
      if (chosen === undefined) problems.push(`${name} is "${text}"; it can be ${alternatives(choices)}`);
      return chosen ?? fallback;
    },

    wholeNumber(name: string, fallback: number, range: { least: number; most?: number }, meaning: string): number {
      const value = Number(env[name] ?? fallback);
      const { least, most = Number.MAX_SAFE_INTEGER } = range;
      if (!Number.isInteger(value) || value < least || value > most)
        problems.push(`${name} is "${env[name]}"; it must be ${meaning}`);
      return value;
    },

    /** Parses a variable. @returns undefined if it is not set or malformed */
    parsed<T>(name: string, read: (text: string) => T): T | undefined {
      const text = env[name];
      return text === undefined ? undefined : attempt(problems, `${name} is "${text}"`, () => read(text));
    },

    /** The content of a file. @returns nothing if the variable is not set or the file can't be read */
    file(name: string): Buffer {
      const path = env[name] ?? '';
      const content = path === '' ? undefined : attempt(problems, `${name} is "${path}"`, () => readFileSync(path));
      return content ?? Buffer.alloc(0);
    },

    require(names: Readonly<Record<string, string>>): void {
      for (const [name, meaning] of Object.entries(names))
        if (!env[name]) problems.push(`${name} is missing: ${meaning}`);
    },
  };
}

export type EnvironmentReader = ReturnType<typeof createEnvironmentReader>;

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
