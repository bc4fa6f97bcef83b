import type { Review, WalletClient } from '@wusd/api-sdk';
import { add, subtract } from '@wusd/api-sdk/money';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scenes } from '../src/commands/scenes.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { riskyAddress, riskyBank } from '../src/sandbox/chain.ts';
import { payees } from '../testing/fiat.ts';
import {
  advance,
  eventually,
  availableOf,
  bearer,
  clientOf,
  delivered,
  fundedDemoCustomer,
  json,
  mei,
  send,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import {
  type Proof,
  proved,
  savingAccounts,
  savingAddresses,
  type SavingWithdrawals,
  type Withdrawn,
} from '../testing/new-recipients.ts';
import { present } from '@wusd/server-kit/testing/present';

// A withdrawal that also saves its recipient. Both succeed once or neither does, under the checks of both commands.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db } = services;
let customerId: string;
let tokens: Tokens;
let api: WalletClient;
let there: WalletClient;

async function signInAgain(): Promise<void> {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const crypto = savingAddresses(services, () => api);
const fiat = savingAccounts(services, () => api);
const prove = (intent: Review): Promise<Proof> => proved(services, intent);

type Tables = Pick<SavingWithdrawals<never>, 'table' | 'payments' | 'currency'>;
/** The number of saved recipients and payments, and the available balance. */
async function effects({ table, payments, currency }: Tables) {
  const saved = await db.selectFrom(table).select('id').where('customer_id', '=', customerId).execute();
  const paid = await db
    .selectFrom(payments)
    .select('id')
    .where('customer_id', '=', customerId)
    .where('direction', '=', 'withdrawal')
    .execute();
  return { saved: saved.length, paid: paid.length, available: await availableOf(api, currency) };
}
const statusOf = async ({ table }: { table: Tables['table'] | Tables['payments'] }, id: string): Promise<string> =>
  (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

/** A reviewed submission that is ready to be sent. */
const submission = fc.record({
  recipient: fc.nat(2),
  amount: fc.constantFrom('20.00', '150.00', '900.00', '2500.00'),
  isThere: fc.boolean(),
});
type Submission = typeof submission extends fc.Arbitrary<infer T> ? T : never;
const refusals = new Set(['INSUFFICIENT_BALANCE', 'LIMIT_EXCEEDED', 'INVALID_REQUEST']);

async function prepareAll<Fields>(
  kind: SavingWithdrawals<Fields>,
  recipients: readonly Fields[],
  submissions: readonly Submission[],
) {
  const prepared: { amount: string; submit: () => Promise<Withdrawn> }[] = [];
  for (const { recipient, amount, isThere } of submissions) {
    const fields = present(recipients[recipient]);
    const intent = await kind.review(fields, amount);
    if (intent.intentId === undefined) continue;
    const proof = await prove(intent);
    prepared.push({ amount, submit: () => kind.withdraw(fields, proof, amount, isThere ? there : api) });
  }
  return prepared;
}

function describeKind<Fields extends { label: string }>(kind: SavingWithdrawals<Fields>): void {
  test('shows the hold in its review, saves the recipient, and is paid after a day', async () => {
    const recipient = kind.fresh();
    const before = await effects(kind);
    const intent = await kind.review(recipient);
    expect(intent).toMatchObject({
      blockers: [],
      saves: { status: 'pending add', payoutsFrom: intent.holds?.[0]?.until },
      holds: [{ reasonCode: 'new-destination', who: 'system' }],
    });
    expect(intent.holds?.[0]?.message).toMatch(/saved and screened.*waits 24 hours/);
    expect(await effects(kind)).toEqual(before);

    const { id, recipientId, ...withdrawn } = await kind.withdraw(recipient, await prove(intent));
    expect(withdrawn).toMatchObject({ status: 'to be processed', hold: { reasonCode: 'new-destination' } });
    expect(Date.parse(withdrawn.hold?.until ?? '')).toBeGreaterThanOrEqual(Date.parse(intent.saves?.payoutsFrom ?? ''));
    const after = await effects(kind);
    expect(after).toMatchObject({ saved: before.saved + 1, paid: before.paid + 1 });
    expect(add(after.available, add('20.00', kind.fee))).toBe(before.available);

    await kind.screen();
    expect(await statusOf(kind, recipientId)).toBe('active');
    await kind.pay();
    expect(await statusOf({ table: kind.payments }, id)).toBe('to be processed');
    await advance(24 * 60 * 60 + 1, node, other);
    // The other node may have taken this payment and not signed it yet.
    await eventually(async () => {
      await kind.pay();
      return (await statusOf({ table: kind.payments }, id)) === 'processing' ? true : undefined;
    });
  });

  test('names both in its codes, and sends a mail about the recipient and one about the payment', async () => {
    const recipient = kind.fresh();
    const intent = await kind.review(recipient);
    await api.mfa.sendSmsOtp({ intentId: intent.intentId ?? '' });
    await delivered(node);
    const [sms] = (await node.api.sandbox.mailbox(mei.phone)).messages;
    expect(sms?.text).toMatch(/withdraw 20\.00 \w+ to the new .*, and save it/);
    expect(sms?.text).toContain(intent.saves?.name);
    await kind.withdraw(recipient, await prove({ ...intent, intentId: (await kind.review(recipient)).intentId ?? '' }));
    await delivered(node);
    const subjects = (await node.api.sandbox.mailbox(mei.username)).messages.map(({ subject }) => subject);
    expect(subjects.filter((subject) => /was saved/.test(subject))).not.toEqual([]);
    expect(subjects.filter((subject) => /withdrawal/i.test(subject))).not.toEqual([]);
    const { act } = await db
      .selectFrom('audit_log')
      .select('act')
      .where('customer_id', '=', customerId)
      .where('act', 'like', '%saved')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(act).toBe(kind.savedAct);
  });

  test('is executed once when its intent is submitted several times on both nodes', async () => {
    const recipient = kind.fresh();
    const before = await effects(kind);
    const proof = await prove(await kind.review(recipient));
    const racing = await Promise.allSettled(
      Array.from({ length: 8 }, (__, index) => kind.withdraw(recipient, proof, '20.00', index % 2 === 0 ? api : there)),
    );
    const done = racing.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    const repeated = await kind.withdraw(recipient, proof);
    expect(repeated).toEqual(done[0]);
    expect(await effects(kind)).toMatchObject({ saved: before.saved + 1, paid: before.paid + 1 });
  });

  test('refuses the second of two that save the same recipient, without a payment', async () => {
    const recipient = kind.fresh();
    const before = await effects(kind);
    const proofs = [await prove(await kind.review(recipient)), await prove(await kind.review(recipient))];
    const racing = await Promise.allSettled(
      proofs.map((proof, index) => kind.withdraw(recipient, proof, '20.00', index === 0 ? api : there)),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(racing.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { errorName: 'INVALID_REQUEST', details: { reasonCode: 'already-saved' } },
    });
    expect(await effects(kind)).toMatchObject({ saved: before.saved + 1, paid: before.paid + 1 });
  });

  test('saves nothing when the payment is refused, and its codes stay valid', async () => {
    const [first, second] = [kind.fresh(), kind.fresh()];
    const { available } = await effects(kind);
    const most = subtract(available, kind.fee).replace(/(\.\d\d)\d*$/, '$1');
    const some = subtract(most, '100.00');
    const proofs = [await prove(await kind.review(first, most)), await prove(await kind.review(second, some))] as const;
    const paid = await kind.withdraw(second, proofs[1], some);
    const before = await effects(kind);
    await expect(kind.withdraw(first, proofs[0], most)).rejects.toMatchObject({ errorName: 'INSUFFICIENT_BALANCE' });
    expect(await effects(kind)).toEqual(before);
    await kind.cancel(paid.id);
    await kind.cancel((await kind.withdraw(first, proofs[0], most)).id);
    expect((await effects(kind)).saved).toBe(before.saved + 1);
  });

  test('is refused without every code or with another recipient than reviewed', async () => {
    const recipient = kind.fresh();
    const before = await effects(kind);
    const { intent, mfa } = await prove(await kind.review(recipient));
    const wrong = mfa.map((check, index) => (index === 0 ? { ...check, code: '000000' } : check));
    await expect(kind.withdraw(recipient, { intent, mfa: wrong })).rejects.toMatchObject({
      errorName: 'CODE_INCORRECT',
    });
    await expect(kind.withdraw(recipient, { intent, mfa: mfa.slice(1) })).rejects.toMatchObject({
      errorName: 'CHECK_MISSING',
    });
    for (const another of [kind.fresh(), { ...recipient, label: 'Other' }])
      await expect(kind.withdraw(another, { intent, mfa })).rejects.toMatchObject({ errorName: 'INTENT_MISMATCH' });
    expect(await effects(kind)).toEqual(before);
  });

  test('needs the same checks as saving only the recipient (control 8)', async () => {
    const { intentId = '' } = await kind.review(kind.fresh());
    const { groups } = await db
      .selectFrom('challenge')
      .select('groups')
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow();
    const [paying, adding] = [scenes[kind.scene], scenes[kind.addScene]];
    expect(groups).toEqual(adding.groups);
    expect(paying.authorizedBy).toBe(adding.authorizedBy);
  });

  test('needs the scope to add a recipient, both in its review and when executed (control 17)', async () => {
    const caller = { customerId, sessionId: '', scopes: ['wallet.wallets.withdraw'] };
    await expect(kind.preview(caller)).rejects.toMatchObject({ errorName: 'SCOPE_MISSING' });
    expect(await kind.execute(caller)).toMatchObject({
      rejections: new Map([[customerId, expect.objectContaining({ errorName: 'SCOPE_MISSING' })]]),
    });
  });

  test('takes exactly one of a saved and a new recipient', async () => {
    for (const recipient of [{}, { ...kind.savedId, newRecipient: kind.fresh() }])
      expect(
        await send(node, 'POST', `${kind.path}?dryRun=true`, {
          ...json({ ...kind.rest, ...recipient }),
          headers: { 'content-type': 'application/json', ...bearer(tokens).headers },
        }),
      ).toMatchObject({ status: 400, result: { errorName: 'INVALID_REQUEST' } });
  });

  test('makes one payment per saved recipient when several race for few recipients and a small balance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(submission, { minLength: 2, maxLength: 5 }), async (submissions) => {
        await db.deleteFrom('throttle').execute();
        const recipients = [kind.fresh(), kind.fresh(), kind.fresh()];
        const before = await effects(kind);
        const prepared = await prepareAll(kind, recipients, submissions);
        const racing = await Promise.allSettled(prepared.map(({ submit }) => submit()));
        const done = racing.flatMap((each, index) =>
          each.status === 'fulfilled' ? [{ ...each.value, amount: prepared[index]?.amount ?? '0' }] : [],
        );
        const refused = racing.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.errorName)] : []));
        expect(refused.filter((name) => !refusals.has(name))).toEqual([]);
        const after = await effects(kind);
        expect([after.saved - before.saved, after.paid - before.paid]).toEqual([done.length, done.length]);
        expect(new Set(done.map(({ recipientId }) => recipientId)).size).toBe(done.length);
        const spent = done.reduce((sum, { amount }) => add(sum, add(amount, kind.fee)), '0.00');
        expect(add(after.available, spent)).toBe(before.available);
        for (const { id } of done) await kind.cancel(id);
      }),
      { numRuns: 8 },
    );
  }, 120_000);
}

describe('a withdrawal that saves an address', () => {
  describeKind(crypto);
});
describe('a withdrawal that saves a bank account', () => {
  describeKind(fiat);
});

test('a payment to a recipient with a high screening risk waits for a person', async () => {
  const risky = { label: 'Risky', address: riskyAddress(3), networkId: 3 } as const;
  const address = await crypto.withdraw(risky, await prove(await crypto.review(risky)));
  const bank = { ...payees['SWIFT SGD'](), bankName: riskyBank.name, swiftCode: riskyBank.bic };
  const account = await fiat.withdraw(bank, await prove(await fiat.review(bank)));
  await crypto.screen();
  await fiat.screen();
  expect([await statusOf(crypto, address.recipientId), await statusOf(fiat, account.recipientId)]).toEqual([
    'inactive',
    'inactive',
  ]);
  await advance(24 * 60 * 60 + 1, node, other);
  await crypto.pay();
  await fiat.pay();
  await signInAgain();
  expect(await api.cryptoTransactions.get(address.id)).toMatchObject({ status: 'to be confirmed' });
  expect(await api.fiatTransactions.get(account.id)).toMatchObject({
    status: 'to be processed',
    hold: { reasonCode: 'high-risk' },
  });
});
