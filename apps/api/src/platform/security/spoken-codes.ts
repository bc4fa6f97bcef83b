import { randomInt } from 'node:crypto';

/** Without what is taken for something else: no I, O, 0, 1. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A code that people read and type, `XXXX-XXXX` for two groups: twenty bits a group. */
export function createSpokenCode(groups: number): string {
  const group = (): string => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The same however it was written: without dashes, in small letters. */
export function normalSpokenCode(code: string): string {
  return code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}
