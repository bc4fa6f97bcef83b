import type { Db } from '../src/platform/database/database.ts';
import { memberOf } from '@wusd/server-kit/registry/lookup';
import type { Actor, StateMachine } from '../src/platform/state-machine/state-machine.ts';
import { present } from '@wusd/server-kit/testing/present';

/** A transition of a state machine, and its actor. */
export interface Step<S extends string> {
  from: S;
  to: S;
  actor: Actor;
}

/** Returns all paths through a state machine from a start state to a final state that use no transition twice. */
export function pathsThrough<S extends string>({ moves }: StateMachine<S>, start: S): Step<S>[][] {
  const walk = (from: S, made: Step<S>[]): Step<S>[][] => {
    const next = moves[from]
      .flatMap(({ to, who }) => who.map((actor): Step<S> => ({ from, to, actor })))
      .filter((step) => !made.some((each) => each.from === from && each.to === step.to && each.actor === step.actor));
    return next.length === 0 ? [made] : next.flatMap((step) => walk(step.to, [...made, step]));
  };
  return walk(start, []);
}

export const nameOf = <S extends string>(path: readonly Step<S>[]): string =>
  [path[0]?.from, ...path.map(({ to, actor }) => `${to} (${actor})`)].join(', ');

/** Returns the states of a path. */
export const said = <S extends string>(path: Step<S>[]): S[] =>
  path.flatMap(({ from, to }, index) => (index === 0 ? [from, to] : [to]));

/** Returns the state as one of the possible decisions. @throws Error if it is none of them */
export const decisionOf = <S extends string>(decisions: readonly S[], to: string): S =>
  present(memberOf(decisions, to));

/** Returns the states of an entity from its history. */
export const historiesIn =
  (db: Db) =>
  async (name: string, id: string): Promise<string[]> => {
    const rows = await db
      .selectFrom('state_log')
      .select('to_status')
      .where('entity_id', '=', `${name}:${id}`)
      .orderBy('version')
      .execute();
    return rows.map(({ to_status: to }) => to);
  };
