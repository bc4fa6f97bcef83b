import { Network } from '@wusd/api-sdk/domain';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { startCryptoPayouts } from '../testing/crypto-payouts.ts';
import { saveOldBankAccount } from '../testing/fiat.ts';
import { fiatWithdrawalsOf } from '../testing/fiat-withdrawals.ts';
import { advance, clientOf, eventually, mei, signIn } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// An operator stops payouts: what is due waits on every node, and leaves once they are released.

const { node, other, services, db, ask, rounds, rowOf, signedOf } = await startCryptoPayouts(Network.Ethereum, 760n);
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
const untilHeld = (id: string) =>
  eventually(async () => {
    await rounds();
    return (await rowOf(id)).hold_reason === 'payouts-held' ? true : undefined;
  });

describe('over a network', () => {
  test('none is ordered, whichever node finds it, until they are released', async () => {
    expect(await operator('hold-payouts', 'ethereum', '--why', 'Suspected breach')).toMatch(
      /^ethereum\t.+\tpriya\tSuspected breach$/,
    );
    const id = await ask('20.00');
    await untilHeld(id);
    expect(await db.selectFrom('payout_order').selectAll().where('withdrawal_id', '=', id).execute()).toEqual([]);
    await advance(10 * 60, node, other);
    await rounds();
    expect(await signedOf(id)).toEqual([]);
    expect((await rowOf(id)).status).toBe('to be processed');
    expect(await operator('release-payouts', 'ethereum')).toBe('No payouts are stopped.');
    await advance(61, node, other);
    await until(id, 'processing');
  });

  test('one that was ordered and is not signed yet stays unsigned', async () => {
    const signing = [node, other].map(({ server }) =>
      vi
        .spyOn(server.services.gateways.payouts, 'sign')
        .mockRejectedValue(new PayoutRejected('The signer is busy', 'earlier-attempt')),
    );
    const id = await ask('21.00');
    await eventually(async () => {
      await rounds();
      return (await rowOf(id)).hold_reason === 'earlier-payouts' ? true : undefined;
    });
    await operator('hold-payouts', 'all', '--why', 'Suspected breach');
    for (const each of signing) each.mockRestore();
    await advance(61, node, other);
    await untilHeld(id);
    expect(await signedOf(id)).toEqual([]);
    await operator('release-payouts', 'all');
    await advance(61, node, other);
    await until(id, 'processing');
  });

  test('the others go on', async () => {
    await operator('hold-payouts', 'base', '--why', 'Its nodes disagree');
    const id = await ask('22.00');
    await until(id, 'processing');
    expect(await signedOf(id)).toHaveLength(1);
    await operator('release-payouts', 'base');
  });
});

test('no bank is told of a payout, whether it was accepted before or not', async () => {
  const { vault } = services;
  const api = clientOf(node, await signIn(node));
  const customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  const saved = await saveOldBankAccount(services, customerId);
  const bank = fiatWithdrawalsOf(node, other, () => ({ api, saved }));
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

test('each stop is one alert and one entry of the audit log, and is listed with who and why', async () => {
  await operator('hold-payouts', 'dbs', '--why', 'First', '--operator', 'arun');
  await operator('hold-payouts', 'dbs', '--why', 'Second');
  expect(await operator('payout-holds')).toMatch(/^dbs\t.+\tarun\tFirst$/);
  expect(await alerts()).toMatchObject([{ entityId: 'dbs', count: 1, details: { operator: 'arun', why: 'First' } }]);
  await operator('release-payouts', 'all');
  await expect(operator('release-payouts', 'dbs')).rejects.toThrow('Payouts are not stopped: dbs.');
  await expect(operator('hold-payouts', 'mars', '--why', 'x')).rejects.toThrow('Allowed choices are');
  const acts = await db.selectFrom('audit_log').select(['act', 'details']).where('act', 'like', 'payouts %').execute();
  const ofDbs = acts.filter(({ details }) => (details as { route?: string }).route === 'dbs');
  expect(ofDbs.slice(-2).map(({ act }) => act)).toEqual(['payouts held', 'payouts released']);
});
