import type { WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { fiatWithdrawalsOf } from '../testing/fiat-withdrawals.ts';
import { advance, clientOf, eventually, signIn } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// An operator holds payouts. Due payouts then wait on every node until they are released.

const { node, other, services, db, customerId, ask, rounds, rowOf, signedOf } = await startCryptoPayouts(
  Network.Ethereum,
  760n,
);
const operator = operatorOf(services);
const alerts = async () => (await listAlerts(db)).filter(({ kind }) => kind === 'payouts-held');
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await alerts()).toEqual([]);
  expect(await reconcile(services)).toEqual([]);
});

const until = (id: string, status: string) =>
  eventually(async () => {
    await rounds();
    return (await rowOf(id)).status === status ? true : undefined;
  });
const untilWaits = (id: string, reason: string) =>
  eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === reason ? true : undefined;
  });
const orderOf = (id: string) =>
  db.selectFrom('payout_order').selectAll().where('withdrawal_id', '=', id).executeTakeFirst();

let by: { api: WalletClient; saved: string };
const bank = fiatWithdrawalsOf(node, other, () => by);

describe('over a network', () => {
  test('payouts are not requested on any node until they are released', async () => {
    expect(await operator('hold-payouts', 'ethereum', '--why', 'Suspected breach')).toMatch(
      /^ethereum\t.+\tpriya\tSuspected breach$/,
    );
    const id = await ask('20.00');
    await untilWaits(id, 'payouts-held');
    expect(await orderOf(id)).toBeUndefined();
    await advance(10 * 60, node, other);
    await rounds();
    expect(await signedOf(id)).toEqual([]);
    expect((await rowOf(id)).status).toBe('to be processed');
    expect(await operator('release-payouts', 'ethereum')).toBe('No payouts are held.');
    await advance(61, node, other);
    await until(id, 'processing');
  });

  test('a requested payout stays unsigned, also while its customer is frozen or its address disabled', async () => {
    const signing = [node, other].map(({ server }) =>
      vi.spyOn(server.services.gateways.payouts, 'sign').mockRejectedValue(new Error('The signer gives no answer')),
    );
    const id = await ask('21.00');
    await eventually(async () => {
      await rounds().catch(() => {});
      return (await orderOf(id)) ? true : undefined;
    });
    await operator('hold-payouts', 'all', '--why', 'Suspected breach');
    for (const each of signing) each.mockRestore();
    await advance(61, node, other);
    await untilWaits(id, 'payouts-held');
    await operator('release-payouts', 'all');
    await operator('freeze', customerId);
    await advance(61, node, other);
    await untilWaits(id, 'account-frozen');
    await operator('unfreeze', customerId);
    const { address_id: addressId } = await rowOf(id);
    await operator('disable', addressId ?? '');
    await advance(61, node, other);
    await untilWaits(id, 'destination');
    expect(await orderOf(id)).toBeDefined();
    expect(await signedOf(id)).toEqual([]);
    await operator('enable', addressId ?? '');
    await advance(61, node, other);
    await until(id, 'processing');
    expect(await signedOf(id)).toHaveLength(1);
  });

  test('a pending payout is not signed at a higher price until payouts are released', async () => {
    const id = await ask('23.00');
    await until(id, 'processing');
    const [first] = await signedOf(id);
    await db
      .updateTable('sandbox_broadcast')
      .set({ confirmations: 0 })
      .where('hash', '=', first?.hash ?? '')
      .execute();
    await operator('hold-payouts', 'ethereum', '--why', 'Suspected breach');
    await advance(11 * 60, node, other);
    await rounds();
    expect(await signedOf(id)).toHaveLength(1);
    await operator('release-payouts', 'ethereum');
    await eventually(async () => {
      await rounds();
      return (await signedOf(id)).length === 2 ? true : undefined;
    });
  });

  test('payouts on other networks continue', async () => {
    await operator('hold-payouts', 'base', '--why', 'Its nodes disagree');
    const id = await ask('22.00');
    await until(id, 'processing');
    expect(await signedOf(id)).toHaveLength(1);
    await operator('release-payouts', 'base');
  });
});

test('no bank is instructed, whether or not the payout was accepted before', async () => {
  const api = clientOf(node, await signIn(node));
  const saved = await saveOldBankAccount(services, customerId);
  by = { api, saved };
  const pay = [node, other].map(({ server }) =>
    vi.spyOn(server.services.gateways.bank, 'pay').mockRejectedValue(new Error('The bank does not answer')),
  );
  const accepted = await bank.withdraw('20.00');
  await eventually(async () => {
    await bank.rounds().catch(() => {});
    return (await api.fiatTransactions.get(accepted.id)).status === 'processing' ? true : undefined;
  });
  await operator('hold-payouts', 'dbs', '--why', 'The bank has called');
  for (const each of pay) each.mockClear();
  const due = await bank.withdraw('21.00');
  await eventually(async () => {
    await bank.rounds();
    return (await api.fiatTransactions.get(due.id)).hold?.reasonCode === 'payouts-held' ? true : undefined;
  });
  expect((await api.fiatTransactions.get(due.id)).hold).toEqual({
    reasonCode: 'payouts-held',
    who: 'system',
    message: expect.stringContaining('Withdrawals through this bank are paused'),
  });
  for (const each of pay) expect(each).not.toHaveBeenCalled();
  for (const each of pay) each.mockRestore();
  await operator('release-payouts', 'dbs');
  await advance(61, node, other);
  for (const { id } of [accepted, due]) {
    await bank.told(id);
    await bank.happen('settlement', id).catch(() => {});
    await bank.until(id, 'completed');
  }
});

test('a risky bank payout that needs a decision stays in the queue', async () => {
  const api = clientOf(node, await signIn(node));
  const saved = await saveOldBankAccount(services, customerId, {
    ...payees['SWIFT SGD'](),
    beneficiaryName: 'Blocked Trading Ltd',
  });
  by = { api, saved };
  const { id } = await bank.withdraw('12.00');
  const waits = () =>
    eventually(async () => {
      await bank.rounds();
      return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'high-risk' ? true : undefined;
    });
  await waits();
  await operator('hold-payouts', 'dbs', '--why', 'The bank has called');
  await advance(61, node, other);
  await bank.rounds();
  await waits();
  expect(await operator('queue')).toContain(id);
  await operator('reject', id, '--reason', 'compliance-review');
  await operator('release-payouts', 'dbs');
});

test('each hold opens one alert that only a release closes, and one audit entry with operator and reason', async () => {
  const acts = async () => {
    const rows = await db
      .selectFrom('audit_log')
      .select(['act', 'details'])
      .where('act', 'like', 'payouts %')
      .execute();
    return rows.filter(({ details }) => JSON.stringify(details).includes('"dbs"')).map(({ act }) => act);
  };
  const before = await acts();
  await operator('hold-payouts', 'dbs', '--why', 'First', '--operator', 'arun');
  await expect(operator('hold-payouts', 'dbs', '--why', 'Second')).rejects.toThrow('Payouts are held already: dbs.');
  expect(await operator('payout-holds')).toMatch(/^dbs\t.+\tarun\tFirst$/);
  expect(await alerts()).toMatchObject([{ entityId: 'dbs', count: 1, details: { operator: 'arun', why: 'First' } }]);
  expect(await operator('queue')).toContain('release-payouts dbs');
  await expect(operator('close-alert', 'payouts-held', 'dbs')).rejects.toThrow('release-payouts dbs');
  await operator('release-payouts', 'all');
  await expect(operator('release-payouts', 'dbs')).rejects.toThrow('No payouts are held: dbs.');
  await expect(operator('hold-payouts', 'mars', '--why', 'x')).rejects.toThrow('Allowed choices are');
  expect((await acts()).slice(before.length)).toEqual(['payouts held', 'payouts released']);
});
