import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';
import type { Clock } from '@wusd/server-kit/clock';

/** Prefix of an id by the kind of entity. */
export type IdPrefix =
  | 'usr'
  | 'wal'
  | 'ctx'
  | 'adr'
  | 'bnk'
  | 'ftx'
  | 'chl'
  | 'int'
  | 'ses'
  | 'msg'
  | 'ntf'
  | 'trf'
  | 'acc'
  | 'idc'
  | 'pre'
  | 'pky'
  | 'quo'
  | 'otc'
  | 'exp'
  | 'reg'
  | 'sup'
  | 'vdc'
  | 'vpr';

const entropy = new Uint8Array(4096);
let spent = entropy.length;

/**
 * Returns a random number from bytes that are drawn in blocks, because each system call is slow. Each byte is used
 * once.
 */
function random(): number {
  if (spent === entropy.length) {
    randomFillSync(entropy);
    spent = 0;
  }
  const byte = entropy[spent] ?? 0;
  spent += 1;
  return byte / 256;
}

/** Creates an opaque id that is sortable by creation time: a ULID after the entity's prefix. */
export function createId(prefix: IdPrefix, clock: Clock): string {
  return `${prefix}_${ulid(clock.now().getTime(), random).toLowerCase()}`;
}
