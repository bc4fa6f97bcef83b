import type { Actor, StateMachine } from '../src/platform/state-machine/state-machine.ts';

/** A move of a machine, and who makes it. */
export interface Step<S extends string> {
  from: S;
  to: S;
  actor: Actor;
}

/** Every way through a machine that makes no move twice, from where it begins to where it can't go on. */
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
