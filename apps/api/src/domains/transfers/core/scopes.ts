import type { Scope } from '@wusd/api-sdk/domain';
import type { Direction } from './transfer-kind.ts';

/** Returns the directions whose transfers or receipts a caller may read. Each direction has a separate scope. */
export function readableDirections(
  asset: 'crypto' | 'fiat',
  scopes: readonly string[],
  leaf: 'view' | 'receipt',
): Direction[] {
  const needed: Record<Direction, Scope> = {
    deposit: `wallet_history.deposit.${asset}.${leaf}`,
    withdrawal: `wallet_history.withdraw.${asset}.${leaf}`,
  };
  return (['deposit', 'withdrawal'] as const).filter((direction) => scopes.includes(needed[direction]));
}
