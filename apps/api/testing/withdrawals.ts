import { toMinor } from '@wusd/api-sdk/money';
import { transact } from '../src/platform/database/database.ts';
import { transitionAddressWithin, saveAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { requestCryptoWithdrawal } from '../src/domains/transfers/crypto/withdrawals.ts';
import { lockCustomer } from '../src/commands/customers.ts';
import type { Services } from '../src/domains/services.ts';

/** Saves a withdrawal address that is screened and whose waiting period has ended. @returns its id */
export async function saveOldAddress(
  services: Services,
  customerId: string,
  networkId: number,
  address: string,
): Promise<string> {
  return transact(services.db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, customerId);
    const id = await saveAddress(trx, services, customer, { label: address, address, networkId });
    await transitionAddressWithin(trx, services, id, { to: 'active', actor: 'system' });
    const now = services.clock.now();
    await trx.updateTable('blockchain_address').set({ payouts_from: now }).where('id', '=', id).execute();
    return id;
  });
}

export interface AskedWithdrawal {
  customerId: string;
  addressId: string;
  /** In WUSD, without the fee of 1 WUSD. */
  amount: string;
  /** @default now */
  payoutsFrom?: Date;
}

/** Requests a withdrawal without preview and codes. @returns its id */
export async function askWithdrawal(
  services: Services,
  { customerId, addressId, amount, payoutsFrom }: AskedWithdrawal,
): Promise<string> {
  return transact(services.db, async (trx) => {
    const customer = await lockCustomer(trx, services.vault, customerId);
    const destination = await trx
      .selectFrom('blockchain_address')
      .selectAll()
      .where('id', '=', addressId)
      .executeTakeFirstOrThrow();
    return requestCryptoWithdrawal(trx, services, {
      customer,
      currency: 'WUSD',
      amount: toMinor(amount, 18),
      fee: toMinor('1', 18),
      destination: {
        ...destination,
        networkId: destination.network_id,
        payoutsFrom: payoutsFrom ?? services.clock.now(),
      },
      confirmationsNeeded: 12,
    });
  });
}
