import type { HistoryEntry } from '@wusd/api-sdk';
import { AppError } from '../../platform/errors/app-error.ts';

/**
 * Where an entry stands among all: what its id is behind the kind of entity, which begins with its time. A run of auto-redemption has
 * its deposit's, and stands right after it.
 */
export interface Position {
  at: string;
  isRun: boolean;
}

export const positionOf = ({ id, kind }: HistoryEntry): Position => ({
  at: id.slice(id.indexOf('_') + 1),
  isRun: kind === 'auto-redemption',
});

/** Below zero where `a` comes first. */
export function comparePositions(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return Number(a.isRun) - Number(b.isRun);
}

/** As a cursor. */
export const writePosition = ({ at, isRun }: Position): string =>
  Buffer.from(isRun ? `${at}+` : at).toString('base64url');

/** @throws AppError INVALID_REQUEST where it is no cursor of a history */
export function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, at, run] = /^([0-9a-z]{26})(\+?)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined) throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return { at, isRun: run === '+' };
}
