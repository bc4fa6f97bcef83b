import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../database/database.ts';

/**
 * An action on an account, recorded for the customer and for investigations. Never contains a secret, a code or a
 * whole address.
 */
export interface AuditEntry {
  /** Undefined for an action that concerns no customer. */
  customerId: string | undefined;
  actor: 'customer' | 'Operations' | 'system';
  /** The action, e.g. `password reset`. */
  act: string;
  details?: Record<string, string>;
}

/** Owner of entries that concern no customer. Every row of the log needs an owner, which is its shard key. */
const systemOwner = 'system';

/** Appends an entry in the caller's transaction. The application's database role can't change it afterwards. */
export async function audit(
  trx: Trx,
  clock: Clock,
  { customerId, actor, act, details = {} }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ customer_id: customerId ?? systemOwner, at: clock.now(), actor, act, details: JSON.stringify(details) })
    .execute();
}
