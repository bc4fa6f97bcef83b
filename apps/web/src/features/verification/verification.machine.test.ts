import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import {
  type CheckType,
  RefusedError,
  type Sent,
  type VerificationEvent,
  verificationMachine,
} from './verification.machine.ts';

function start(send: () => Promise<Sent>, submit: (proof: { checkType: CheckType; code: string }) => Promise<void>) {
  const machine = verificationMachine.provide({
    actors: {
      send: fromPromise<Sent, CheckType>(() => send()),
      submit: fromPromise<void, { checkType: CheckType; code: string }>(({ input }) => submit(input)),
    },
  });
  return createActor(machine, { input: { checkTypes: [1, 2, 3] } }).start();
}
const settled = (actor: ReturnType<typeof start>) =>
  waitFor(actor, (state) => !state.hasTag('sending') && !state.hasTag('submitting'));
const refused = (kind: 'again' | 'expired' | 'over') => Promise.reject(new RefusedError({ kind, message: kind }));

describe('verification', () => {
  test('sends a code, takes six digits and proves it', async () => {
    const proofs: unknown[] = [];
    const actor = start(
      async () => ({ resendAt: 60_000 }),
      async (proof) => void proofs.push(proof),
    );
    actor.send({ type: 'send' });
    expect((await settled(actor)).context.resendAt).toEqual({ 1: 60_000 });
    actor.send({ type: 'type', code: '123456' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([{ checkType: 1, code: '123456' }]);
  });

  test('a wrong code keeps what was typed and says so; typing clears the complaint', async () => {
    const actor = start(
      async () => ({ resendAt: 0 }),
      () => refused('again'),
    );
    actor.send({ type: 'type', code: '000000' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).context).toMatchObject({ code: '000000', refusal: { kind: 'again' } });
    actor.send({ type: 'type', code: '00000' });
    expect(actor.getSnapshot().context.refusal).toBeUndefined();
  });

  test('a locked challenge is over', async () => {
    const actor = start(
      () => refused('over'),
      () => refused('over'),
    );
    actor.send({ type: 'send' });
    expect((await settled(actor)).hasTag('over')).toBe(true);
  });

  test('a lost connection changes nothing: the code is still there and can be sent again', async () => {
    const actor = start(
      () => Promise.reject(new Error('offline')),
      () => Promise.reject(new Error('offline')),
    );
    actor.send({ type: 'type', code: '123456' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).context).toMatchObject({ code: '123456', refusal: undefined });
  });

  test('an authenticator needs no sending', () => {
    const actor = start(
      () => refused('over'),
      async () => {},
    );
    actor.send({ type: 'choose', checkType: 3 });
    actor.send({ type: 'send' });
    expect(actor.getSnapshot().hasTag('sending')).toBe(false);
  });

  test('whatever is pressed, nothing is submitted but six digits, one at a time', async () => {
    const event: fc.Arbitrary<VerificationEvent> = fc.oneof(
      fc.constant({ type: 'send' as const }),
      fc.constant({ type: 'submit' as const }),
      fc.record({ type: fc.constant('choose' as const), checkType: fc.constantFrom<CheckType>(1, 2, 3) }),
      fc.record({ type: fc.constant('type' as const), code: fc.stringMatching(/^\d{0,6}$/) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        let inFlight = 0;
        const actor = start(
          async () => ({ resendAt: 0 }),
          async ({ code }) => {
            inFlight += 1;
            expect(inFlight).toBe(1);
            expect(code).toMatch(/^\d{6}$/);
            await Promise.resolve();
            inFlight -= 1;
            await refused('again');
          },
        );
        for (const next of events) {
          actor.send(next);
          await Promise.resolve();
        }
        await settled(actor);
      }),
    );
  });
});
