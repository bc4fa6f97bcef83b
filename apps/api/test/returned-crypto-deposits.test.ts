import { Network } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { remainingCryptoLimits } from '../src/domains/transfers/crypto/limits.ts';
import { memoRequiredAddress, payoutAddress, riskyAddress, simulatedAddress } from '../src/sandbox/chain.ts';
import { startCryptoNodes } from '../testing/crypto-payouts.ts';
import { availableOf, clientOf, delivered, eventually, signIn } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { rejectedTransfer } from '../testing/returns.ts';

// A rejected crypto deposit is returned once to its sender, as a regular payout.

const { node, other, services, db, rounds, rowOf } = await startCryptoNodes();
const operator = operatorOf(services);
const there = operatorOf(other.server.services);
let api: WalletClient;
beforeEach(async () => {
  await db.deleteFrom('throttle').execute();
  api = clientOf(node, await signIn(node));
});
const why = ['--why', 'the sender asked for it'] as const;
const order = async (id: string, amount: string, ...more: string[]): Promise<string> => {
  const said = await operator('return-deposit', id, ...why, '--confirm', amount, ...more);
  return /Ordered as (ctx_\w+)/.exec(said)?.[1] ?? '';
};
const until = (id: string, status: string) =>
  eventually(async () => {
    await rounds();
    const row = await rowOf(id);
    return row.status === status ? row : undefined;
  });
const happen = (type: 'confirmations' | 'reversion', subjectId: string) =>
  node.api.sandbox.createEvent({ type, subjectId });
/** Waits until the payout is sent. It is not confirmed yet. */
async function sent(id: string): Promise<void> {
  const { hash } = await until(id, 'processing');
  await eventually(() =>
    db
      .selectFrom('sandbox_broadcast')
      .select('hash')
      .where('hash', '=', hash ?? '')
      .executeTakeFirst(),
  );
}
/** The balance of an internal account minus its holds, in minor units. */
async function balanceOf(owner: string): Promise<bigint> {
  const row = await db
    .selectFrom('account')
    .select(['posted', 'held'])
    .where('owner', '=', owner)
    .where('asset', '=', 'WUSD')
    .executeTakeFirst();
  return BigInt(row?.posted ?? 0) - BigInt(row?.held ?? 0);
}
const suspense = (networkId = 3): Promise<bigint> => balanceOf(`suspense:network-${networkId}`);
const wusd = (amount: string): bigint => toMinor(amount, 18);
const steps = ({ timeline }: CryptoTransaction): string[] =>
  timeline.map(({ status, actor, reason = '' }) => `${status} ${actor} ${reason}`);

describe('a rejected deposit', () => {
  test('is previewed and returned to its sender minus the withdrawal fee', async () => {
    const id = await rejectedTransfer(node);
    const before = {
      suspense: await suspense(),
      custody: await balanceOf('custody:3'),
      own: await availableOf(api, 'WUSD'),
    };
    const { sender } = await rowOf(id);

    expect(await operator('return-deposit', id, ...why)).toBe(
      `${id}: 245.00 WUSD goes back to ${sender} on Ethereum, less the fee of 5.00 WUSD. To send it, add --confirm 245.`,
    );
    expect(await suspense()).toBe(before.suspense);
    await expect(operator('return-deposit', id, ...why, '--confirm', '250.00')).rejects.toThrow(
      '250.00 was confirmed, but 245 WUSD would be sent.',
    );
    const returnId = await order(id, '245.00');
    expect(await suspense()).toBe(before.suspense - wusd('250'));
    await sent(returnId);
    await happen('confirmations', returnId);
    expect(await until(returnId, 'completed')).toMatchObject({ address: sender, memo: null, network_id: 3 });

    expect(await suspense()).toBe(before.suspense - wusd('250'));
    expect(await balanceOf('custody:3')).toBe(before.custody - wusd('245'));
    expect(await availableOf(api, 'WUSD')).toBe(before.own);
    const legs = await db
      .selectFrom('leg')
      .innerJoin('account', 'account.id', 'leg.account_id')
      .select(['account.kind', 'leg.amount'])
      .where('leg.transfer_id', '=', `${returnId}:paid`)
      .execute();
    expect(new Map(legs.map(({ kind, amount }) => [kind, BigInt(amount)]))).toEqual(
      new Map([
        ['suspense', wusd('250')],
        ['custody', -wusd('245')],
        ['fee', -wusd('5')],
      ]),
    );
    const transfer = await db
      .selectFrom('transfer')
      .select('kind')
      .where('id', '=', `${returnId}:paid`)
      .executeTakeFirst();
    expect(transfer?.kind).toBe('crypto return');
  });

  test('shows its return as steps, and its customer is notified once the return was sent', async () => {
    const id = await rejectedTransfer(node);
    const returnId = await order(id, '245.00');
    const requested = await api.cryptoTransactions.get(id);
    expect(requested.status).toBe('rejected');
    expect(steps(requested).at(-1)).toBe('rejected Operations We’re sending it back to where it came from.');
    await expect(api.cryptoTransactions.get(returnId)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    await expect(api.cryptoTransactions.cancel(returnId)).rejects.toMatchObject({ errorName: 'NOT_FOUND' });
    const { items } = await api.cryptoTransactions.search({ filter: { direction: 'withdrawal' } });
    expect(items.map((each) => each.id)).not.toContain(returnId);

    await sent(returnId);
    await happen('confirmations', returnId);
    await until(returnId, 'completed');
    expect(steps(await api.cryptoTransactions.get(id)).at(-1)).toBe(
      'rejected system It was sent back to where it came from.',
    );
    await delivered(node);
    const { items: told } = await api.notifications.list();
    expect(told.find(({ subject }) => subject?.id === id)).toMatchObject({ title: 'Your deposit was sent back' });
    expect(told.filter(({ subject }) => subject?.id === returnId)).toEqual([]);
  });

  test('is returned outside the limits of its customer and even if the account is frozen', async () => {
    const id = await rejectedTransfer(node);
    const { customer_id: customerId } = await rowOf(id);
    const limitLeft = async (): Promise<string> =>
      (await remainingCryptoLimits(db, services.clock, customerId, 'individual')).day.amount;
    const before = await limitLeft();
    const returnId = await order(id, '245.00');
    expect(await limitLeft()).toBe(before);
    await db.updateTable('customer').set({ status: 'frozen' }).where('id', '=', customerId).execute();
    await sent(returnId);
    await db.updateTable('customer').set({ status: 'active' }).where('id', '=', customerId).execute();
    await happen('confirmations', returnId);
    expect((await until(returnId, 'completed')).status).toBe('completed');
  });

  test('of a high-risk sender waits for an approval', async () => {
    const id = await rejectedTransfer(node, { isRisky: true });
    expect(await operator('return-deposit', id, ...why)).toContain('The recipient is high risk');
    const returnId = await order(id, '245.00');
    expect(await until(returnId, 'to be confirmed')).toMatchObject({
      hold_reason: 'high-risk',
      address: riskyAddress(3),
    });
    expect(await operator('withdrawals')).toMatch(new RegExp(`return +${returnId} .*high-risk`));
    await operator('approve', returnId);
    await sent(returnId);
    await happen('confirmations', returnId);
    expect((await until(returnId, 'completed')).risk).toBe('high');
  });
});

describe('a deposit is returned once', () => {
  test('when it is ordered several times, in turn or at once', async () => {
    const id = await rejectedTransfer(node);
    const before = await suspense();
    const ordered = await Promise.allSettled(
      [operator, there, operator, there].map((run) => run('return-deposit', id, ...why, '--confirm', '245.00')),
    );
    expect(ordered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await suspense()).toBe(before - wusd('250'));
    await expect(operator('return-deposit', id, ...why)).rejects.toThrow('a return of it is in flight');
    const { id: returnId } = await db
      .selectFrom('crypto_transaction')
      .select('id')
      .where('returns_deposit_id', '=', id)
      .executeTakeFirstOrThrow();
    await sent(returnId);
    await happen('confirmations', returnId);
    await until(returnId, 'completed');
    await expect(operator('return-deposit', id, ...why)).rejects.toThrow('it was returned before');
  });

  test('with the same bytes when a node died between signing and sending', async () => {
    const broadcasts = [node, other].map(({ server }) =>
      vi.spyOn(server.services.gateways.payouts, 'broadcast').mockRejectedValue(new Error('The process ended')),
    );
    const returnId = await order(await rejectedTransfer(node), '245.00');
    await eventually(async () => {
      await rounds().catch(() => {});
      return (await rowOf(returnId)).status === 'processing' ? true : undefined;
    });
    for (const each of broadcasts) each.mockRestore();
    await sent(returnId);
    const signed = await db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', returnId).execute();
    expect(signed).toHaveLength(1);
    await happen('confirmations', returnId);
    await until(returnId, 'completed');
  });

  test('except if its network reverts the return: the money goes back to suspense and can be returned again', async () => {
    const id = await rejectedTransfer(node);
    const before = await suspense();
    const first = await order(id, '245.00');
    await sent(first);
    await happen('reversion', first);
    await until(first, 'failed');
    expect(await suspense()).toBe(before);
    expect(steps(await api.cryptoTransactions.get(id)).at(-1)).toBe(
      'rejected system It couldn’t be sent back. We’re looking into it.',
    );
    expect(await operator('deposits')).toMatch(new RegExp(`deposit +${id} .*its return failed +return-deposit --why`));
    const second = await order(id, '245.00');
    expect(second).not.toBe(first);
    await sent(second);
    await happen('confirmations', second);
    await until(second, 'completed');
    expect(await suspense()).toBe(before - wusd('250'));
    expect(await operator('deposits')).not.toContain(id);
  });

  test('except if an operator rejects the return', async () => {
    const id = await rejectedTransfer(node, { isRisky: true });
    const before = await suspense();
    const returnId = await order(id, '245.00');
    await until(returnId, 'to be confirmed');
    await operator('reject', returnId, '--reason', 'compliance-review');
    expect(await suspense()).toBe(before);
    expect(await operator('return-deposit', id, ...why)).toContain('245.00 WUSD goes back');
  });
});

describe('a return is refused', () => {
  /** The error that the operator sees. */
  const refusalOf = (id: string, ...more: string[]): Promise<string> =>
    operator('return-deposit', id, ...why, ...more).catch((error: unknown) => String(error));

  test('if the deposit was not rejected, or its block is not final', async () => {
    const { items } = await api.cryptoTransactions.search({ filter: { direction: 'deposit', status: 'completed' } });
    expect(await refusalOf(items[0]?.id ?? '')).toContain('only a rejected deposit is returned');
    expect(await refusalOf(await rejectedTransfer(node, { isFinal: false }))).toContain('its block is not final yet');
    expect(await refusalOf('ctx_none')).toContain('NOT_FOUND');
    expect(await refusalOf('otc_none')).toContain('begins with ctx_ or ftx_');
  });

  test.each([
    ['is not known', '', 'the account or address of its sender is not known'],
    ['pays our payouts', payoutAddress(3), 'its sender is an address of ours'],
    ['can’t spend', '0x000000000000000000000000000000000000dEaD', 'nobody can spend from'],
  ])('if the sender %s', async (_, sender, message) => {
    expect(await refusalOf(await rejectedTransfer(node, { sender }))).toContain(message);
  });

  test('if the amount does not exceed the fee, or a memo is given on a network without memos', async () => {
    expect(await refusalOf(await rejectedTransfer(node, { amount: '5.00' }))).toContain('it is not more than the fee');
    expect(await refusalOf(await rejectedTransfer(node), '--memo', '7')).toContain('its network has no memos');
  });

  test('on Stellar without the memo that the account of the sender requires; the memo of the deposit is never reused', async () => {
    const id = await rejectedTransfer(node, { networkId: Network.Stellar, isRisky: true, sender: memoRequiredAddress });
    expect(await refusalOf(id)).toContain('needs a memo');
    expect(await refusalOf(id, '--memo', 'x'.repeat(29))).toContain('1 to 28 bytes');
    const returnId = await order(id, '249.5', '--memo', '4711');
    expect(await rowOf(returnId)).toMatchObject({ memo: '4711', address: memoRequiredAddress });
    const plain = await rejectedTransfer(node, {
      networkId: Network.Stellar,
      isRisky: true,
      sender: simulatedAddress(Network.Stellar, 901n),
    });
    expect((await rowOf(plain)).memo).not.toBeNull();
    expect((await rowOf(await order(plain, '249.5'))).memo).toBeNull();
  });
});
