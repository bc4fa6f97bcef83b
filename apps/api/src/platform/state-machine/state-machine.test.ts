import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountStates } from '../../domains/identity-access/customers/states.ts';
import { cryptoDepositStates } from '../../domains/transfers/crypto/deposit-states.ts';
import { identityStates } from '../../domains/identity-access/identity/states.ts';
import { nextMoves, type StateMachine } from './state-machine.ts';

const all: StateMachine<string>[] = [accountStates, cryptoDepositStates, identityStates];

describe.each(all.map((states) => [states.name, states] as const))('the states of an %s', (_name, states) => {
  test('lead only to states there are, and no move is written twice', () => {
    for (const [from, moves] of Object.entries(states.moves)) {
      for (const { to, who } of moves) {
        expect(Object.keys(states.moves)).toContain(to);
        expect(to).not.toBe(from);
        expect(new Set(who).size).toBe(who.length);
      }
      expect(new Set(moves.map(({ to }) => to)).size).toBe(moves.length);
    }
  });

  test('are all reached from the first, whichever way is gone', () => {
    const [first = ''] = Object.keys(states.moves);
    const reached = new Set([first]);
    for (const each of reached) for (const { to } of nextMoves(states, each)) reached.add(to);
    expect([...reached].toSorted()).toEqual(Object.keys(states.moves).toSorted());
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (choices) => {
        let at = first;
        for (const choice of choices.take(20)) {
          const moves = nextMoves(states, at);
          if (moves.length === 0) return;
          at = moves[choice % moves.length]?.to ?? at;
          expect(states.moves).toHaveProperty([at]);
        }
      }),
    );
  });
});
