import type { PasskeyAssertion } from '@wusd/auth-core/passkey';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import {
  type Check,
  type CheckType,
  neededGroups,
  type Refusal,
  RefusedError,
  type Sent,
  stepOf,
  type VerificationEvent,
  verificationMachine,
} from './verification.machine.ts';

type Send = (checkType: CheckType) => Promise<Sent>;
type Submit = (checks: readonly Check[]) => Promise<void>;
type Ask = () => Promise<PasskeyAssertion>;

/** Codes of both kinds were sent before. */
const allSent: Partial<Record<CheckType, number>> = { 1: 0, 2: 0 };

/** Returns a function that creates a different assertion each time. */
function answering(): Ask {
  let count = 0;
  return async () => {
    count += 1;
    return { id: `answer ${count}`, clientDataJSON: '', authenticatorData: '', signature: '' };
  };
}

function start(
  send: Send,
  submit: Submit,
  groups: CheckType[][] = [[1, 2, 3]],
  resendAt = allSent,
  ask: Ask = answering(),
) {
  const machine = verificationMachine.provide({
    actors: {
      send: fromPromise<Sent, CheckType>(({ input }) => send(input)),
      ask: fromPromise<PasskeyAssertion>(ask),
      submit: fromPromise<void, readonly Check[]>(({ input }) => submit(input)),
    },
  });
  return createActor(machine, { input: { groups, resendAt } }).start();
}
const settled = (actor: ReturnType<typeof start>) =>
  waitFor(actor, (state) => !['sending', 'asking', 'submitting'].some((tag) => state.hasTag(tag as 'asking')));
const refused = (kind: Refusal['kind'], check?: number) =>
  Promise.reject(new RefusedError({ kind, message: kind, check }));
const sent: Send = async () => ({ resendAt: 60_000 });

describe('verification', () => {
  test('sends a code on arrival, and submits six digits', async () => {
    const proofs: unknown[] = [];
    const actor = start(sent, async (checks) => void proofs.push(checks), [[1, 2, 3]], {});
    expect(actor.getSnapshot().hasTag('sending')).toBe(true);
    expect((await settled(actor)).context.resendAt).toEqual({ 1: 60_000 });
    actor.send({ type: 'type', code: '123456' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([[{ checkType: 1, code: '123456' }]]);
  });

  test('reopening the page sends no second code', () => {
    expect(
      start(sent, async () => {}, [[1]], { 1: 60_000 })
        .getSnapshot()
        .hasTag('sending'),
    ).toBe(false);
  });

  test('digits typed while a code is being sent are preserved', async () => {
    const actor = start(sent, async () => {}, [[1]], {});
    actor.send({ type: 'type', code: '12' });
    expect(stepOf((await settled(actor)).context).code).toBe('12');
  });

  test('a code can be submitted and requested again before the response of the call that sends it', async () => {
    const proofs: unknown[] = [];
    const never = (): Promise<Sent> => new Promise(() => {});
    const actor = start(never, async (checks) => (proofs.push(checks), refused('again')), [[1]], {});
    actor.send({ type: 'type', code: '123456' });
    actor.send({ type: 'submit' });
    const { context } = await settled(actor);
    expect([proofs, stepOf(context).code, context.resendAt]).toEqual([
      [[{ checkType: 1, code: '123456' }]],
      '123456',
      { 1: 0 },
    ]);
  });

  test('choosing another method while a code is being sent stops waiting, and sends no other code', async () => {
    const asked: CheckType[] = [];
    const never = (checkType: CheckType): Promise<Sent> => {
      asked.push(checkType);
      return new Promise(() => {});
    };
    const actor = start(never, async () => {}, [[1, 2]], {});
    actor.send({ type: 'choose', checkType: 2 });
    expect([actor.getSnapshot().hasTag('sending'), stepOf(actor.getSnapshot().context).chosen, asked]).toEqual([
      false,
      2,
      [1],
    ]);
  });

  test('no code is sent if the authenticator is the first method', () => {
    expect(
      start(sent, async () => {}, [[3, 1]], {})
        .getSnapshot()
        .hasTag('sending'),
    ).toBe(false);
  });

  test('a wrong code stays in the field with an error, which typing clears', async () => {
    const actor = start(sent, () => refused('again'));
    actor.send({ type: 'type', code: '000000' });
    actor.send({ type: 'submit' });
    const { context } = await settled(actor);
    expect([stepOf(context).code, context.refusal?.kind]).toEqual(['000000', 'again']);
    actor.send({ type: 'type', code: '00000' });
    expect(actor.getSnapshot().context.refusal).toBeUndefined();
  });

  test('a locked challenge ends the verification', async () => {
    const actor = start(
      () => refused('over'),
      () => refused('over'),
      [[1]],
      {},
    );
    expect((await settled(actor)).hasTag('over')).toBe(true);
  });

  test('a lost connection keeps the code, which can be submitted again', async () => {
    const offline = (): Promise<never> => Promise.reject(new Error('offline'));
    const actor = start(offline, offline);
    actor.send({ type: 'type', code: '123456' });
    actor.send({ type: 'submit' });
    const { context } = await settled(actor);
    expect([stepOf(context).code, context.refusal]).toEqual(['123456', undefined]);
  });

  test('the authenticator sends no code, and accepts a recovery code instead', async () => {
    const proofs: unknown[] = [];
    const actor = start(
      () => refused('over'),
      async (checks) => void proofs.push(checks),
    );
    actor.send({ type: 'choose', checkType: 3 });
    actor.send({ type: 'send' });
    expect(actor.getSnapshot().hasTag('sending')).toBe(false);
    actor.send({ type: 'recovery', isOn: true });
    actor.send({ type: 'type', code: ' 7h4k-2mpq ' });
    actor.send({ type: 'submit' });
    await settled(actor);
    expect(proofs).toEqual([[{ checkType: 3, recoveryCode: '7h4k-2mpq' }]]);
  });
});

describe('several groups', () => {
  const groups: CheckType[][] = [[1, 3], [2]];

  test('are verified one after the other and submitted together', async () => {
    const proofs: unknown[] = [];
    const actor = start(sent, async (checks) => void proofs.push(checks), groups);
    actor.send({ type: 'type', code: '111111' });
    actor.send({ type: 'submit' });
    expect([actor.getSnapshot().context.at, proofs]).toEqual([1, []]);
    actor.send({ type: 'submit' });
    expect(proofs).toEqual([]);
    actor.send({ type: 'type', code: '222222' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([
      [
        { checkType: 1, code: '111111' },
        { checkType: 2, code: '222222' },
      ],
    ]);
  });

  test('return to the rejected group, and keep the codes of both', async () => {
    const actor = start(sent, () => refused('again', 0), groups);
    for (const code of ['111111', '222222']) {
      actor.send({ type: 'type', code });
      actor.send({ type: 'submit' });
    }
    const { context } = await settled(actor);
    expect([context.at, context.steps.map(({ code }) => code)]).toEqual([0, ['111111', '222222']]);
    actor.send({ type: 'submit' });
    actor.send({ type: 'back' });
    actor.send({ type: 'back' });
    expect(actor.getSnapshot().context.at).toBe(0);
  });

  test('an expired code can be requested again immediately', async () => {
    const actor = start(sent, () => refused('expired', 1), groups, {});
    await settled(actor);
    actor.send({ type: 'type', code: '111111' });
    actor.send({ type: 'submit' });
    await settled(actor);
    actor.send({ type: 'type', code: '222222' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).context).toMatchObject({ at: 1, resendAt: { 1: 60_000, 2: 0 } });
  });
});

describe('a passkey', () => {
  const idsOf = (checks: readonly Check[]) =>
    checks.map((check) => ('assertion' in check ? check.assertion.id : 'code' in check ? check.code : ''));
  const both: CheckType[][] = [
    [4, 1],
    [4, 2],
  ];
  const press = async (actor: ReturnType<typeof start>) => {
    actor.send({ type: 'passkey' });
    return settled(actor);
  };

  test('sends no code if it is the first method, and one assertion verifies every group that accepts it', async () => {
    const proofs: unknown[] = [];
    const actor = start(
      () => refused('over'),
      async (checks) => void proofs.push(idsOf(checks)),
      both,
      {},
    );
    expect(actor.getSnapshot().hasTag('sending')).toBe(false);
    expect(neededGroups(actor.getSnapshot().context)).toEqual([0]);
    expect((await press(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([['answer 1']]);
  });

  test('does not replace a required email code, which is sent afterwards', async () => {
    const proofs: unknown[] = [];
    const asked: CheckType[] = [];
    const send: Send = async (checkType) => {
      asked.push(checkType);
      return { resendAt: 0 };
    };
    const actor = start(send, async (checks) => void proofs.push(idsOf(checks)), [[4, 1], [2]], {});
    expect((await press(actor)).context.at).toBe(1);
    expect(asked).toEqual([2]);
    actor.send({ type: 'type', code: '222222' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([['answer 1', '222222']]);
  });

  test.each(['declined', 'failed'] as const)('with the error %s leaves the other methods available', async (kind) => {
    const proofs: unknown[] = [];
    const submit: Submit = async (checks) => void proofs.push(idsOf(checks));
    const actor = start(sent, submit, both, {}, () => refused(kind));
    const { context } = await press(actor);
    expect([context.refusal?.kind, context.at]).toEqual([kind, 0]);
    actor.send({ type: 'choose', checkType: 1 });
    expect(actor.getSnapshot().context.refusal).toBeUndefined();
    expect(neededGroups(actor.getSnapshot().context)).toEqual([0, 1]);
    actor.send({ type: 'type', code: '111111' });
    actor.send({ type: 'submit' });
    // After a group without a passkey, the next group starts with another method, and sends its code.
    expect(stepOf((await settled(actor)).context).chosen).toBe(2);
    actor.send({ type: 'type', code: '222222' });
    actor.send({ type: 'submit' });
    expect((await settled(actor)).hasTag('done')).toBe(true);
    expect(proofs).toEqual([['111111', '222222']]);
  });

  test('needs a new assertion after a rejection, because an assertion is valid only once', async () => {
    const proofs: unknown[] = [];
    const actor = start(sent, (checks) => (proofs.push(idsOf(checks)), refused('again', 0)), both, {});
    const { context } = await press(actor);
    expect(context.steps.map(({ assertion }) => assertion)).toEqual([undefined, undefined]);
    await press(actor);
    expect(proofs).toEqual([['answer 1'], ['answer 2']]);
  });

  test('stays valid if another check was rejected, or if there was no response', async () => {
    const proofs: unknown[] = [];
    const outcomes = [() => refused('again', 1), () => Promise.reject(new Error('offline')), async () => {}];
    const submit: Submit = (checks) => (proofs.push(idsOf(checks)), (outcomes.shift() ?? (async () => {}))());
    const actor = start(sent, submit, [[4, 1], [2]], {});
    await press(actor);
    for (const code of ['000000', '222222', '222222']) {
      actor.send({ type: 'type', code });
      actor.send({ type: 'submit' });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await settled(actor)).context.at).toBe(1);
    }
    expect(proofs).toEqual([
      ['answer 1', '000000'],
      ['answer 1', '222222'],
      ['answer 1', '222222'],
    ]);
    expect(actor.getSnapshot().hasTag('done')).toBe(true);
  });

  test('ends the verification if the intent is over', async () => {
    const actor = start(
      sent,
      async () => {},
      [[4, 1]],
      {},
      () => refused('over'),
    );
    expect((await press(actor)).hasTag('over')).toBe(true);
  });

  test('closes its dialog when another method is chosen', async () => {
    let closed = false;
    const machine = verificationMachine.provide({
      actors: {
        ask: fromPromise<PasskeyAssertion>(
          ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (closed = true))),
        ),
      },
    });
    const actor = createActor(machine, { input: { groups: [[4, 1]], resendAt: {} } }).start();
    actor.send({ type: 'passkey' });
    actor.send({ type: 'choose', checkType: 1 });
    expect([actor.getSnapshot().hasTag('asking'), closed]).toEqual([false, true]);
  });

  test('in a later group verifies that group, and the earlier code is kept', async () => {
    const proofs: unknown[] = [];
    const actor = start(sent, async (checks) => void proofs.push(idsOf(checks)), both, {});
    actor.send({ type: 'choose', checkType: 1 });
    actor.send({ type: 'type', code: '111111' });
    actor.send({ type: 'submit' });
    await settled(actor);
    actor.send({ type: 'choose', checkType: 4 });
    await press(actor);
    expect(proofs).toEqual([['111111', 'answer 1']]);
  });
});

test.each([
  [[[1, 3, 4], [2]]],
  [
    [
      [4, 1, 3],
      [4, 2],
    ],
  ],
] as const)(
  'with the groups %j, any events submit one complete check for each group, one submission at a time',
  async (offered) => {
    const groups: CheckType[][] = offered.map((group) => [...group]);
    const event: fc.Arbitrary<VerificationEvent> = fc.oneof(
      fc.constantFrom<VerificationEvent>(
        { type: 'send' },
        { type: 'submit' },
        { type: 'submit' },
        { type: 'back' },
        { type: 'passkey' },
      ),
      fc.record({ type: fc.constant('choose' as const), checkType: fc.constantFrom<CheckType>(1, 3, 4) }),
      fc.record({ type: fc.constant('recovery' as const), isOn: fc.boolean() }),
      fc.record({ type: fc.constant('type' as const), code: fc.stringMatching(/^(\d{6}|\d{0,5})$/) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), fc.boolean(), async (events, isDeclining) => {
        let inFlight = 0;
        const used = new Set<string>();
        const submit: Submit = async (checks) => {
          inFlight += 1;
          expect(inFlight).toBe(1);
          // Every group has a check of one of its methods. A passkey may verify several groups.
          for (const group of groups) expect(checks.some(({ checkType }) => group.includes(checkType))).toBe(true);
          for (const check of checks) {
            if ('code' in check) expect(check.code).toMatch(/^\d{6}$/);
            if ('recoveryCode' in check) expect(check.recoveryCode).toMatch(/\S/);
            if (!('assertion' in check)) continue;
            // No assertion is submitted twice.
            expect(used.has(check.assertion.id)).toBe(false);
            used.add(check.assertion.id);
          }
          await Promise.resolve();
          inFlight -= 1;
          await refused('again', checks.findIndex((check) => 'assertion' in check) >= 0 ? undefined : 0);
        };
        const ask: Ask = isDeclining ? () => refused('declined') : answering();
        const actor = start(async () => ({ resendAt: 0 }), submit, groups, allSent, ask);
        for (const next of events) {
          if (next.type === 'choose' && !groups[actor.getSnapshot().context.at]?.includes(next.checkType)) continue;
          actor.send(next);
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await Promise.resolve();
        }
        await settled(actor);
      }),
    );
  },
);
