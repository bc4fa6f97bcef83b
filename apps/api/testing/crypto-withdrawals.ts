import type { MfaCheck, Review, WalletClient } from '@wusd/api-sdk';
import { saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { transact } from '../src/platform/database/database.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { putCodes } from './codes.ts';
import { eventually, mei, type Node } from './harness.ts';

/**
 * Creates withdrawals of the demo customer on Ethereum, processed in rounds on two nodes.
 *
 * @param by returns the client of the customer's current session, and the default address to pay
 */
export function cryptoWithdrawalsOf(node: Node, other: Node, by: () => { api: WalletClient; saved: string }) {
  const { services } = node.server;
  const { db, clock, vault } = services;
  let next = 500n;
  const bodyOf = (amount: string, addressId = by().saved) => ({
    money: { currency: 'WUSD' as const, amount },
    addressId,
  });
  const rounds = async (): Promise<void> => {
    for (const { server } of [node, other]) {
      await sendWithdrawals(server.services);
      await followWithdrawals(server.services);
    }
  };
  return {
    bodyOf,
    rounds,
    /** Saves an address whose waiting period has ended, unless `isNew` is set. */
    async addressOf(address = simulatedAddress(3, (next += 1n)), isNew = false): Promise<string> {
      const id = await transact(db, async (trx) => {
        const customer = await findCustomerByEmail(trx, vault, mei.username);
        if (!customer) throw new Error('No demo customer');
        return saveAddress(trx, services, customer, { label: `Cold ${next}`, address, networkId: 3 });
      });
      await eventually(async () => {
        const row = await db.selectFrom('blockchain_address').select('status').where('id', '=', id).executeTakeFirst();
        return row?.status === 'pending add' ? undefined : true;
      });
      if (!isNew)
        await db.updateTable('blockchain_address').set({ payouts_from: clock.now() }).where('id', '=', id).execute();
      return id;
    },
    prove: ({ intentId }: Review): Promise<MfaCheck[]> => putCodes(services, intentId),
    captcha: (): string => `simulated:crypto_withdraw:${(next += 1n)}`,
    async codes(amount: string, addressId = by().saved): Promise<string[]> {
      const { blockers } = await by().api.cryptoTransactions.reviewWithdrawal(bodyOf(amount, addressId));
      return blockers.map(({ errCode }) => errCode);
    },
    async happen(type: 'confirmations' | 'reorganisation' | 'reversion', subjectId: string): Promise<void> {
      await node.api.sandbox.createEvent({ type, subjectId });
      await rounds();
    },
  };
}
