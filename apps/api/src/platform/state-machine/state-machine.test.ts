import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountStates } from '../../domains/identity-access/customers/states.ts';
import { orderStates } from '../../domains/exchange/otc/states.ts';
import { cryptoDepositStates } from '../../domains/transfers/crypto/deposit-states.ts';
import { cryptoWithdrawalStates } from '../../domains/transfers/crypto/withdrawal-states.ts';
import { fiatDepositStates } from '../../domains/transfers/fiat/deposit-states.ts';
import { fiatWithdrawalStates } from '../../domains/transfers/fiat/withdrawal-states.ts';
import { identityStates } from '../../domains/identity-access/identity/states.ts';
import { documentStates, personStates } from '../../domains/identity-access/verification/states.ts';
import { nextMoves, nextStep, type StateMachine } from './state-machine.ts';

const all: StateMachine<string>[] = [accountStates, cryptoDepositStates, identityStates, documentStates, personStates];

describe.each(all.map((states) => [states.name, states] as const))('the states of an %s', (_name, states) => {
  test('lead only to existing states, and no transition is declared twice', () => {
    for (const [from, moves] of Object.entries(states.moves)) {
      for (const { to, who } of moves) {
        expect(Object.keys(states.moves)).toContain(to);
        expect(to).not.toBe(from);
        expect(new Set(who).size).toBe(who.length);
      }
      expect(new Set(moves.map(({ to }) => to)).size).toBe(moves.length);
    }
  });

  test('are all reachable from the first state, and every path stays within the declared states', () => {
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

/** State machines whose timelines show the next step. */
const shown: [string, StateMachine<string>, done: string][] = [
  ['crypto deposit', cryptoDepositStates, 'completed'],
  ['crypto withdrawal', cryptoWithdrawalStates, 'completed'],
  ['fiat deposit', fiatDepositStates, 'completed'],
  ['fiat withdrawal', fiatWithdrawalStates, 'completed'],
  ['order', orderStates, 'completed'],
];

describe.each(shown)('the next step of a %s', (_name, states, done) => {
  test('is an announced transition that the customer does not make, and leads from every open state to completion', () => {
    for (const [from, moves] of Object.entries(states.moves)) {
      expect(moves.filter(({ isExpected }) => isExpected).length).toBeLessThanOrEqual(1);
      const step = nextStep(states, from);
      const announced = nextMoves(states, from);
      expect(step === undefined).toBe(announced.length === 0);
      if (!step) continue;
      expect(announced).toContainEqual(step);
      expect(step.who).not.toBe('customer');
      let at = from;
      for (let steps = 0; at !== done && steps < 10; steps += 1) at = nextStep(states, at)?.to ?? at;
      expect(at).toBe(done);
    }
  });
});

test('the next step is made by the actor that ends the hold if several actors could make it', () => {
  expect(nextStep(fiatDepositStates, 'processing')).toEqual({ to: 'completed', who: 'system' });
  expect(nextStep(fiatDepositStates, 'processing', 'Operations')).toEqual({ to: 'completed', who: 'Operations' });
  expect(nextStep(orderStates, 'pending approval', 'system')).toEqual({ to: 'processing', who: 'Operations' });
});
