import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Trx } from '../database/database.ts';
import { Failure } from '../http/failure.ts';

/** Who moves an entity; a desk, never a person. */
export type Actor = 'customer' | 'Operations' | 'system';

/** Every move that a kind of entity may make, and who may make it. What is not here can't happen. */
export interface States<S extends string> {
  /** Names the entity in its history, before its id. */
  name: string;
  moves: Readonly<Record<S, readonly { to: S; who: readonly Actor[] }[]>>;
}

/** Moves that can be made now, as the customer is told. */
export function nextMoves<S extends string>({ moves }: States<S>, from: S): { to: S; who: Actor }[] {
  return moves[from].flatMap(({ to, who }) => who.map((each) => ({ to, who: each })));
}

export interface Move<S extends string> {
  id: string;
  /** Null where the entity begins. */
  from: S | null;
  to: S;
  actor: Actor;
  reason?: string | undefined;
}

/**
 * Writes one line of an entity's history, in the transaction that moves it. The caller holds the entity's row; without that
 * the second of two lines of the same number is refused by the key.
 *
 * @throws Failure MOVE_NOT_ALLOWED with those that are
 */
export async function recordMove<S extends string>(
  trx: Trx,
  clock: Clock,
  states: States<S>,
  { id, from, to, actor, reason }: Move<S>,
): Promise<void> {
  if (from !== null && !states.moves[from].some((move) => move.to === to && move.who.includes(actor)))
    throw new Failure('MOVE_NOT_ALLOWED', { nextMoves: nextMoves(states, from) });
  const entityId = `${states.name}:${id}`;
  await trx
    .insertInto('state_log')
    .values({
      entity_id: entityId,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from state_log where entity_id = ${entityId})`,
      from_status: from,
      to_status: to,
      actor,
      reason: reason ?? null,
      at: clock.now(),
    })
    .execute();
}
