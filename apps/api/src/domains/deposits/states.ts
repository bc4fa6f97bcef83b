import type { Clock } from '../../clock.ts';
import type { Trx } from '../../database/database.ts';

/** Moves that a deposit may make; anything else is a fault. */
export const depositMoves: Readonly<Record<string, readonly string[]>> = {
  processing: ['completed', 'failed', 'to be confirmed'],
  'to be confirmed': ['completed', 'rejected', 'processing'],
};

/** Writes one line of an entity's history, in the transaction that moves it. */
export async function recordMove(
  trx: Trx,
  clock: Clock,
  move: { entityId: string; version: number; from: string | null; to: string; actor: string; reason?: string },
): Promise<void> {
  if (move.from !== null && !depositMoves[move.from]?.includes(move.to))
    throw new Error(`A deposit can't go from ${move.from} to ${move.to}`);
  await trx
    .insertInto('state_log')
    .values({
      entity_id: move.entityId,
      version: move.version,
      from_status: move.from,
      to_status: move.to,
      actor: move.actor,
      reason: move.reason ?? null,
      at: clock.now(),
    })
    .execute();
}
