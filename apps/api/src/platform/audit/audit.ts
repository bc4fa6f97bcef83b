import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../database/database.ts';

/** An action on an account, for the customer and for later investigation. Never contains a secret, a code or a whole address. */
export interface AuditEntry {
  /** Undefined for an act that concerns no customer. */
  customerId: string | undefined;
  actor: 'customer' | 'Operations' | 'system';
  /** The action, e.g. `password reset`. */
  act: string;
  details?: Record<string, string>;
}

/** Owner of the entries that concern no customer: each row of the log belongs to somebody's shard. */
const systemOwner = 'system';

/** Appends an entry in the caller's transaction. The application's role can't change it afterwards. */
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
