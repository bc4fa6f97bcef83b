import { afterEach, expect, vi } from 'vitest';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { fundedDemoCustomer, startTwoNodes } from './harness.ts';
import { askWithdrawal, saveOldAddress } from './withdrawals.ts';

/**
 * Starts two nodes with manual simulated networks and the demo customer. After each test, mocks are restored and the
 * ledger must reconcile.
 */
export async function startCryptoNodes() {
  const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
  const { services } = node.server;
  const { db } = services;
  const customerId = await fundedDemoCustomer(node);
  afterEach(async () => {
    vi.restoreAllMocks();
    expect(await reconcile(services)).toEqual([]);
  });
  return {
    node,
    other,
    services,
    db,
    customerId,
    /** Runs the payout jobs once on each node. */
    async rounds(): Promise<void> {
      for (const { server } of [node, other]) {
        // oxlint-disable-next-line no-await-in-loop -- one node after the other
        await sendWithdrawals(server.services);
        // oxlint-disable-next-line no-await-in-loop
        await followWithdrawals(server.services);
      }
    },
    rowOf: (id: string) =>
      db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    signedOf: (id: string) =>
      db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', id).orderBy('attempt').execute(),
  };
}

/**
 * Like {@link startCryptoNodes}, with a customer who withdraws to a saved address. @param keyIndex key index of the
 * address
 */
export async function startCryptoPayouts(networkId: number, keyIndex: bigint) {
  const nodes = await startCryptoNodes();
  const { services, customerId } = nodes;
  const addressId = await saveOldAddress(services, customerId, networkId, simulatedAddress(networkId, keyIndex));
  return {
    ...nodes,
    /** @param amount in WUSD @returns the withdrawal's id */
    ask: (amount: string): Promise<string> => askWithdrawal(services, { customerId, addressId, amount }),
  };
}
