import { expect, test, vi } from 'vitest';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { autoRedemptionStates } from '../src/domains/wallet/auto-redemption/states.ts';
import { bankAccountStates } from '../src/domains/destinations/bank-accounts/states.ts';
import { cryptoDepositStates } from '../src/domains/transfers/crypto/deposit-states.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { cryptoWithdrawalStates } from '../src/domains/transfers/crypto/withdrawal-states.ts';
import { destinationStates } from '../src/domains/destinations/states.ts';
import { fiatDepositStates } from '../src/domains/transfers/fiat/deposit-states.ts';
import { fiatWithdrawalStates } from '../src/domains/transfers/fiat/withdrawal-states.ts';
import { identityStates } from '../src/domains/identity-access/identity/states.ts';
import { documentStates, personStates } from '../src/domains/identity-access/verification/states.ts';
import { type AgedEntity, ageLimits, alertOverdue, findOverdue } from '../src/domains/operations/age-limits.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { orderStates } from '../src/domains/exchange/otc/states.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import type { StateMachine } from '../src/platform/state-machine/state-machine.ts';
import { askWithdrawal, saveOldAddress } from '../testing/withdrawals.ts';
import { advance, eventually, fundedDemoCustomer, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { lookUp } from '@wusd/server-kit/registry/lookup';

// How long each entity may stay in a state that is not final, and the alerts when it stays longer.

const machines: Record<Exclude<AgedEntity, 'auto-redemption run'>, StateMachine<string>> = {
  'crypto deposit': cryptoDepositStates,
  'crypto withdrawal': cryptoWithdrawalStates,
  'fiat deposit': fiatDepositStates,
  'fiat withdrawal': fiatWithdrawalStates,
  order: orderStates,
  'blockchain address': destinationStates,
  'bank account': bankAccountStates,
  identity: identityStates,
  'verification document': documentStates,
  'verification person': personStates,
};

test.each(Object.entries(machines))(
  'every state of a %s has an age limit, is settled or is final',
  (entity, { moves }) => {
    const limits = new Map<string, unknown>(Object.entries(lookUp<AgedEntity, object>('entity', ageLimits, entity)));
    expect([...limits.keys()].toSorted()).toEqual(Object.keys(moves).toSorted());
    for (const [status, next] of Object.entries(moves)) {
      expect([status, limits.get(status) === 'final']).toEqual([status, next.length === 0]);
      // The system does not move a settled entity, unless something unforeseen happens.
      const isMovedBySystem = next.some(({ who, isUnforeseen }) => who.includes('system') && isUnforeseen !== true);
      if (isMovedBySystem) expect([status, typeof limits.get(status)]).toEqual([status, 'object']);
    }
    // Auto-redemption itself is only on or off. Its runs can be overdue.
    expect(Object.keys(autoRedemptionStates.moves)).toEqual(['off', 'on']);
  },
);

test('reconcile, the queue and one alert report a withdrawal stuck in processing until it moves on', async () => {
  const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
  const { services } = node.server;
  const customerId = await fundedDemoCustomer(node);
  const addressId = await saveOldAddress(services, customerId, 3, simulatedAddress(3, 730n));
  // The payout never reaches its network.
  for (const { server } of [node, other]) vi.spyOn(server.services.gateways.payouts, 'broadcast').mockResolvedValue();
  const id = await askWithdrawal(services, { customerId, addressId, amount: '20' });
  await eventually(async () => {
    await sendWithdrawals(services);
    const row = services.db.selectFrom('crypto_transaction').select('status').where('id', '=', id);
    return (await row.executeTakeFirst())?.status === 'processing' ? true : undefined;
  });
  const operator = operatorOf(services);
  const overdueOf = async () => (await findOverdue(services)).filter((each) => each.id === id);
  await advance(2 * 60 * 60 - 60, node, other);
  expect(await overdueOf()).toEqual([]);
  await advance(4 * 60 * 60 + 120, node, other);
  expect(await overdueOf()).toMatchObject([{ entity: 'crypto withdrawal', status: 'processing' }]);
  expect(await operator('reconcile')).toContain(
    `crypto withdrawal ${id} has been processing for 6 h; limit 2 h: check the node of its network; see withdrawals`,
  );
  // Being overdue is not a ledger difference.
  expect(await reconcile(services)).toEqual([]);
  expect(await operator('queue')).toMatch(
    new RegExp(`6 h +stuck payout +${id} .*its network does not know it.*; overdue, limit 2 h +cancel-payout --why`),
  );
  const alerts = async () =>
    (await listAlerts(services.db)).filter(({ kind, entityId }) => kind === 'overdue' && entityId === id);
  await alertOverdue(services);
  await alertOverdue(other.server.services);
  expect(await alerts()).toHaveLength(1);

  vi.restoreAllMocks();
  await followWithdrawals(services);
  await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: id });
  await eventually(async () => {
    await followWithdrawals(services);
    return (await overdueOf()).length === 0 ? true : undefined;
  });
  await alertOverdue(services);
  expect(await alerts()).toEqual([]);
});
