import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Actor } from '../database/column-types.ts';
import type { Db, Trx } from '../database/database.ts';
import { rowsFromJson } from '../database/rows.ts';
import { AppError } from '../errors/app-error.ts';

/** The actor of a transition. Operators appear as a role, never as a person. */
export type { Actor };

interface Way<S extends string> {
  to: S;
  who: readonly Actor[];
  /** Too rare to be announced to customers as a next step. */
  isUnforeseen?: boolean;
  /** The normal next transition. At most one per state. */
  isExpected?: boolean;
}

/** The transitions of one kind of entity, and the actors that may make them. All others are rejected. */
export interface StateMachine<S extends string> {
  /** Prefix of the entity's id in the history. */
  name: string;
  moves: Readonly<Record<S, readonly Way<S>[]>>;
}

/**
 * Returns a row's status as a state of the machine. Deposits and withdrawals share a table, but not their states.
 *
 * @throws TypeError if the machine has no such state
 */
export function stateOf<S extends string>(states: StateMachine<S>, status: string): S {
  if (!hasState(states, status)) throw new TypeError(`A ${states.name} has no state "${status}"`);
  return status;
}

export function hasState<S extends string>({ moves }: StateMachine<S>, status: string): status is S {
  return Object.hasOwn(moves, status);
}

/** Returns the transitions that are possible from a state, as shown to the customer. */
export function nextMoves<S extends string>({ moves }: StateMachine<S>, from: S): { to: S; who: Actor }[] {
  return moves[from].flatMap(({ to, who, isUnforeseen }) =>
    (isUnforeseen ? [] : who).map((each) => ({ to, who: each })),
  );
}

/**
 * Returns the normal next transition; undefined in a final state.
 *
 * @param waitsFor the actor that ends the entity's hold, if known; it is preferred as the actor of the transition
 */
export function nextStep<S extends string>(
  { moves }: StateMachine<S>,
  from: S,
  waitsFor?: Actor,
): { to: S; who: Actor } | undefined {
  const way = moves[from].find(({ isExpected }) => isExpected);
  const who = way?.who.find((each) => each === waitsFor) ?? way?.who[0];
  return way && who && { to: way.to, who };
}

export interface Transition<S extends string> {
  id: string;
  customerId: string;
  /** Null when the entity is created. */
  from: S | null;
  to: S;
  actor: Actor;
  reason?: string | undefined;
}

/**
 * Records a transition in the caller's transaction. The caller must hold the lock of the entity's row; without it, the
 * primary key rejects the second of two concurrent transitions.
 *
 * @throws AppError MOVE_NOT_ALLOWED with the allowed transitions
 */
export function recordTransition<S extends string>(
  trx: Trx,
  clock: Clock,
  states: StateMachine<S>,
  move: Transition<S>,
): Promise<void> {
  return recordTransitions(trx, clock, states, [move]);
}

/** Records transitions of several entities, one per entity. */
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
  const rows = moves.map(({ id, customerId, from, to, actor, reason = null }) => ({
    customer_id: customerId,
    entity_id: `${states.name}:${id}`,
    from_status: from,
    to_status: to,
    actor,
    reason,
    at: clock.now(),
  }));
  await sql`
    insert into state_log (customer_id, entity_id, version, from_status, to_status, actor, reason, at)
    select row.customer_id, row.entity_id, (
        select coalesce(max(version), 0) + 1 from state_log log
        where log.customer_id = row.customer_id and log.entity_id = row.entity_id
      ), row.from_status, row.to_status, row.actor, row.reason, row.at
    from ${rowsFromJson('state_log', rows)} row
  `.execute(trx);
}

export interface TimelineEntry {
  status: string;
  at: string;
  actor: Actor;
  /** Reason code, not translated. */
  reason?: string;
}

/** Returns all transitions of entities of one kind, by id, oldest first, with one query. */
export async function timelinesOf<S extends string>(
  db: Db,
  { name }: StateMachine<S>,
  entities: readonly { id: string; customer_id: string }[],
): Promise<Map<string, TimelineEntry[]>> {
  if (entities.length === 0) return new Map();
  const customerIds = [...new Set(entities.map((entity) => entity.customer_id))];
  const rows = await db
    .selectFrom('state_log')
    .selectAll()
    .where('customer_id', '=', sql<string>`any(${customerIds})`)
    .where('entity_id', '=', sql<string>`any(${entities.map(({ id }) => `${name}:${id}`)})`)
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
