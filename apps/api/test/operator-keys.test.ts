import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { Network } from '@wusd/api-sdk/domain';
import { type ApprovedPayout, isApprovedBy } from '@wusd/payouts/approvals';
import { ed25519Key } from '@wusd/payouts/keys/signing-key';
import { type Payout, PayoutRejected } from '@wusd/payouts/payout-port';
import { describe, expect, test, vi } from 'vitest';
import { commandText, identifyOperator } from '../src/domains/operations/operator-keys.ts';
import { runOperatorCommand } from '../src/domains/operations/run.ts';
import { transitionWithdrawal } from '../src/domains/transfers/core/withdrawals.ts';
import { cryptoWithdrawals } from '../src/domains/transfers/crypto/withdrawals.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { eventually } from '../testing/harness.ts';
import { runtimeOf } from '../testing/operator.ts';

// The key of an operator identifies who executes a command, and signs it.

const networkId = Network.Ethereum;
const { node, other, services, db, customerId, ask, rounds, rowOf } = await startCryptoPayouts(networkId, 701n);
const keys = { ann: ed25519Key(new Uint8Array(32).fill(1)), ben: ed25519Key(new Uint8Array(32).fill(2)) };
const stranger = ed25519Key(new Uint8Array(32).fill(3));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const directory = new Map(Object.entries(keys).map(([name, { publicKey }]) => [name, hex(publicKey)]));

const runAs = (key: typeof stranger | undefined, ...argv: string[]) =>
  runOperatorCommand({ ...runtimeOf(services), readKeys: async () => ({ directory, key }) }, argv);

describe('an operator', () => {
  test('is the owner of the key, and nobody else', () => {
    const as = (key: typeof stranger | undefined, asked?: string) =>
      identifyOperator({ directory, key }, asked, 'root');
    expect(as(keys.ann)).toMatchObject({ name: 'ann' });
    expect(as(keys.ben, 'ben')).toMatchObject({ name: 'ben' });
    expect(() => as(keys.ann, 'ben')).toThrow('Your key is that of ann, not of ben.');
    expect(() => as(stranger)).toThrow('is not in WUSD_OPERATORS_FILE');
    expect(() => as(undefined, 'ann')).toThrow('set WUSD_OPERATOR_KEY');
  });

  test('is the given or the system user name if there are no keys', () => {
    expect(identifyOperator({ directory: undefined, key: undefined }, undefined, 'root').name).toBe('root');
    expect(identifyOperator({ directory: undefined, key: undefined }, 'ann', 'root').name).toBe('ann');
  });
});

test('a command that changes data is refused without a listed key, and has no effect', async () => {
  for (const key of [undefined, stranger]) {
    const { exitCode, stderr } = await runAs(key, 'verify', 'mei@demo.example');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/WUSD_OPERATOR/) });
  }
});

test('a command that only reads needs no key', async () => {
  expect(await runAs(undefined, 'reconcile')).toMatchObject({ exitCode: 0 });
});

test('approving a withdrawal stores one signature over the payment and one over the command', async () => {
  const id = await ask('17.00');
  const since = await db.selectFrom('audit_log').select('act').where('act', '=', 'operator command').execute();
  const signers = [node, other].map(({ server }) =>
    vi
      .spyOn(server.services.gateways.payouts, 'sign')
      .mockRejectedValue(new PayoutRejected('It needs an approval', 'approval-missing')),
  );
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).status === 'to be confirmed' ? true : undefined;
  });
  for (const each of signers) each.mockRestore();
  const { address: to } = await rowOf(id);
  const unread = await runAs(keys.ann, 'approve', id);
  expect(unread).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(`You sign 17(.00)? WUSD on Ethereum to ${to}`),
  });
  const read = ['--to', to ?? '', '--amount', '17.00'];
  for (const [index, wrong] of [
    [1, simulatedAddress(networkId, 5n)],
    [3, '17.01'],
  ] as const)
    expect(await runAs(keys.ann, 'approve', id, ...read.with(index, wrong))).toMatchObject({ exitCode: 1 });
  expect(await db.selectFrom('payout_approval').selectAll().execute()).toEqual([]);
  expect(await runAs(keys.ann, 'approve', id, ...read)).toMatchObject({ exitCode: 0 });
  const { address, memo, currency, amount } = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const approval = await db
    .selectFrom('payout_approval')
    .selectAll()
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow();
  const payout = {
    payoutId: id,
    networkId,
    to: address ?? '',
    memo: memo ?? undefined,
    currency,
    amount: BigInt(amount),
  };
  expect(approval.operator).toBe('ann');
  const isSignedBy = (key: typeof stranger, what: ApprovedPayout): boolean =>
    isApprovedBy(hex(key.publicKey), what, approval.signature);
  expect(isSignedBy(keys.ann, payout)).toBe(true);
  expect(isSignedBy(keys.ben, payout)).toBe(false);
  for (const other of [
    { amount: payout.amount + 1n },
    { to: simulatedAddress(networkId, 5n) },
    { networkId: 4 },
    { memo: '1' },
  ])
    expect(isSignedBy(keys.ann, { ...payout, ...other })).toBe(false);

  const entries = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('act', '=', 'operator command')
    .orderBy('at')
    .execute();
  expect(entries).toHaveLength(since.length + 4);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command records
  const details = entries.at(-1)?.details as Record<string, string>;
  expect(details).toMatchObject({ operator: 'ann', command: 'approve', publicKey: hex(keys.ann.publicKey) });
  const digest = createHash('sha256')
    .update(JSON.stringify({ id, to, amount: '17.00' }))
    .digest('hex');
  const text = commandText('ann', 'approve', digest, details['at'] ?? '');
  expect(ed25519.verify(Buffer.from(details['signature'] ?? '', 'hex'), text, keys.ann.publicKey)).toBe(true);
  expect(JSON.stringify(details)).not.toContain(id);
});

test('a refused approval stores no signature', async () => {
  const id = await ask('18.00');
  const { address: to } = await rowOf(id);
  const refused = await runAs(keys.ann, 'approve', id, '--to', to ?? '', '--amount', '18.00');
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not allowed in the current status') });
  expect(await db.selectFrom('payout_approval').selectAll().where('withdrawal_id', '=', id).execute()).toEqual([]);
});

test('an approval is not undone by an earlier rejection of the signer', async () => {
  const id = await ask('19.00');
  let isFirst = true;
  const sign = async ({ payoutId }: Payout): Promise<never> => {
    // Later requests fail because of high fees, so the withdrawal waits in the same status.
    if (payoutId !== id || !isFirst) throw new PayoutRejected('Fees are high', 'fee-limit');
    isFirst = false;
    // Meanwhile another node's request was rejected too, and an operator approves the withdrawal.
    await db.deleteFrom('payout_order').where('withdrawal_id', '=', id).execute();
    const held = { to: 'to be confirmed', reason: 'signer-limit', actor: 'system' } as const;
    await transitionWithdrawal(services, cryptoWithdrawals, id, held);
    const { address } = await rowOf(id);
    expect(await runAs(keys.ann, 'approve', id, '--to', address ?? '', '--amount', '19.00')).toMatchObject({
      exitCode: 0,
    });
    throw new PayoutRejected('It needs an approval', 'approval-missing');
  };
  for (const { server } of [node, other]) vi.spyOn(server.services.gateways.payouts, 'sign').mockImplementation(sign);
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === 'network-fee' ? true : undefined;
  });
  expect((await rowOf(id)).status).toBe('to be processed');
});

test('a payout that the signer signed before is refunded only after an operator states that it is unpaid', async () => {
  const id = await ask('16.00');
  const conflict = new PayoutRejected('It was signed before, with other values', 'conflict');
  for (const { server } of [node, other])
    vi.spyOn(server.services.gateways.payouts, 'sign').mockRejectedValue(conflict);
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === 'signer-conflict' ? true : undefined;
  });
  const cancel = { to: 'cancelled', actor: 'customer', customerId } as const;
  await expect(transitionWithdrawal(services, cryptoWithdrawals, id, cancel)).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });
  const reject = ['reject', id, '--reason', 'declined'];
  const refused = await runAs(keys.ann, ...reject);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('it may have been paid') });
  expect((await rowOf(id)).status).toBe('to be confirmed');
  expect(await runAs(keys.ann, ...reject, '--unpaid', 'Nonce 7 was used by 0xab…')).toMatchObject({ exitCode: 0 });
  expect((await rowOf(id)).status).toBe('rejected');
});

test('a withdrawal with an invalid passkey approval can be rejected by operators, but not cancelled by its customer', async () => {
  const id = await ask('15.00');
  const invalid = new PayoutRejected("The customer's passkey has not approved it", 'passkey-invalid');
  for (const { server } of [node, other]) vi.spyOn(server.services.gateways.payouts, 'sign').mockRejectedValue(invalid);
  await eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === 'signer-passkey' ? true : undefined;
  });
  expect((await rowOf(id)).status).toBe('to be confirmed');
  const cancel = { to: 'cancelled', actor: 'customer', customerId } as const;
  await expect(transitionWithdrawal(services, cryptoWithdrawals, id, cancel)).rejects.toMatchObject({
    errorName: 'MOVE_NOT_ALLOWED',
  });
  expect(await runAs(keys.ann, 'reject', id, '--reason', 'declined')).toMatchObject({ exitCode: 0 });
  expect((await rowOf(id)).status).toBe('rejected');
});
