import { ulid } from 'ulid';
import type { Clock } from './clock.ts';

/** What an id stands for. */
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
  | 'trf'
  | 'acc'
  | 'idc'
  | 'pre'
  | 'quo'
  | 'otc'
  | 'exp';

/** Opaque, prefixed and sortable by creation: a ULID behind the kind of entity. */
export function createId(prefix: IdPrefix, clock: Clock): string {
  return `${prefix}_${ulid(clock.now().getTime()).toLowerCase()}`;
}
