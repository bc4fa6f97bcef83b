import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';

/** Maximum number of a customer's devices that have their own allowance for wrong codes. */
export const maxKnownDevices = 3;

/** Keyed hash that identifies a device of one customer. */
export function deviceHash(vault: Vault, customerId: string, device: string): string {
  return vault.blindIndex(`${customerId}\0${device}`, 'known-device').toString('hex');
}

/** Stores a device that has signed in, and deletes all but the most recently used ones. */
export async function rememberDevice(trx: Trx, clock: Clock, customerId: string, hash: string): Promise<void> {
  const now = clock.now();
  await trx
    .insertInto('known_device')
    .values({ customer_id: customerId, device_hash: hash, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'device_hash']).doUpdateSet({ last_used_at: now }))
    .execute();
  await trx
    .deleteFrom('known_device')
    .where('customer_id', '=', customerId)
    .where('device_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_device')
        .select('device_hash')
        .where('customer_id', '=', customerId)
        .orderBy('last_used_at', 'desc')
        .limit(maxKnownDevices),
    )
    .execute();
}
