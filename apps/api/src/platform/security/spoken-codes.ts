import { randomInt } from 'node:crypto';

/** Excludes characters that are easily confused: I, O, 0, 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Creates a code that people read and type, e.g. `XXXX-XXXX` for two groups. Each group has 20 bits. */
export function createSpokenCode(groups: number): string {
  const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Normalizes a typed code: upper case, without dashes and spaces. */
export function normalSpokenCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
