import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Actor } from '../database/column-types.ts';
import type { Db, Trx } from '../database/database.ts';
import { rowsFromJson } from '../database/rows.ts';
import { AppError } from '../errors/app-error.ts';

export type { Actor };

interface Way<S extends string> {
  to: S;
  who: readonly Actor[];
  /** So rare that nobody is told of it beforehand. */
  isUnforeseen?: boolean;
}

/** Every move that a kind of entity may make, and who may make it. What is not here can't happen. */
export interface StateMachine<S extends string> {
  /** Names the entity in its history, before its id. */
  name: string;
  moves: Readonly<Record<S, readonly Way<S>[]>>;
}

/**
 * The status of a row as a state of its machine. Deposits and withdrawals share a table, but not their states.
 *
 * @throws TypeError where the machine has no such state
 */
export function stateOf<S extends string>(states: StateMachine<S>, status: string): S {
  if (!hasState(states, status)) throw new TypeError(`A ${states.name} has no state "${status}"`);
  return status;
}

function hasState<S extends string>({ moves }: StateMachine<S>, status: string): status is S {
  return Object.hasOwn(moves, status);
}

/** Moves that can be made now, as the customer is told. */
export function nextMoves<S extends string>({ moves }: StateMachine<S>, from: S): { to: S; who: Actor }[] {
  return moves[from].flatMap(({ to, who, isUnforeseen }) =>
    (isUnforeseen ? [] : who).map((each) => ({ to, who: each })),
  );
}

export interface Transition<S extends string> {
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
 * @throws AppError MOVE_NOT_ALLOWED with those that are
 */
export function recordTransition<S extends string>(
  trx: Trx,
  clock: Clock,
  states: StateMachine<S>,
  move: Transition<S>,
): Promise<void> {
  return recordTransitions(trx, clock, states, [move]);
}

/** The same of many entities, each once. */
export async function recordTransitions<S extends string>(
  trx: Trx,
  clock: Clock,
  states: StateMachine<S>,
  moves: readonly Transition<S>[],
): Promise<void> {
  for (const { from, to, actor } of moves) {
    if (from !== null && !states.moves[from].some((move) => move.to === to && move.who.includes(actor)))
      throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: nextMoves(states, from) });
  }
  const rows = moves.map(({ id, from, to, actor, reason = null }) => ({
    entity_id: `${states.name}:${id}`,
    from_status: from,
    to_status: to,
    actor,
    reason,
    at: clock.now(),
  }));
  await sql`
    insert into state_log (entity_id, version, from_status, to_status, actor, reason, at)
    select row.entity_id, (select coalesce(max(version), 0) + 1 from state_log log where log.entity_id = row.entity_id),
      row.from_status, row.to_status, row.actor, row.reason, row.at
    from ${rowsFromJson('state_log', rows)} row
  `.execute(trx);
}

export interface TimelineEntry {
  status: string;
  at: string;
  actor: Actor;
  /** Its code, not yet in anybody's words. */
  reason?: string;
}

/** Every move so far of some entities of a kind, oldest first. One query. */
export async function timelinesOf<S extends string>(
  db: Db,
  { name }: StateMachine<S>,
  ids: readonly string[],
): Promise<Map<string, TimelineEntry[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('state_log')
    .selectAll()
    .where('entity_id', '=', sql<string>`any(${ids.map((id) => `${name}:${id}`)})`)
    .orderBy('version')
    .execute();
  const timelines = new Map<string, TimelineEntry[]>();
  for (const { entity_id: entityId, to_status: status, at, actor, reason } of rows) {
    const id = entityId.slice(name.length + 1);
    const entry = { status, at: at.toISOString(), actor, ...(reason !== null && { reason }) };
    timelines.set(id, [...(timelines.get(id) ?? []), entry]);
  }
  return timelines;
}
