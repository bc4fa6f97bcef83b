import { randomInt } from 'node:crypto';

/** Without characters that are easily confused: I, O, 0, 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A code for people to read and type, e.g. `XXXX-XXXX` for two groups. Each group has 20 bits. */
export function createSpokenCode(groups: number): string {
  const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Normalizes a typed code: no dashes, lower case. */
export function normalSpokenCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
