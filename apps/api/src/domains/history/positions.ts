import type { HistoryEntry } from '@wusd/api-sdk';
import { AppError } from '../../platform/errors/app-error.ts';

/**
 * Sort key of an entry: its id without the prefix, which begins with the time. An auto-redemption run has the id of its
 * deposit and sorts right after the deposit.
 */
export interface Position {
  at: string;
  isRun: boolean;
}

export const positionOf = ({ id, kind }: HistoryEntry): Position => ({
  at: id.slice(id.indexOf('_') + 1),
  isRun: kind === 'auto-redemption',
});

/** Negative if `a` sorts first. */
export function comparePositions(a: Position, b: Position): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return Number(a.isRun) - Number(b.isRun);
}

/** Encodes a position as a cursor. */
export const writePosition = ({ at, isRun }: Position): string =>
  Buffer.from(isRun ? `${at}+` : at).toString('base64url');

/** @throws AppError INVALID_REQUEST if the cursor was not issued by this list */
export function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, at, run] = /^([0-9a-z]{26})(\+?)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined) throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return { at, isRun: run === '+' };
}
