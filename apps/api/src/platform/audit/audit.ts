import type { Clock } from '../clock.ts';
import type { Trx } from '../database/database.ts';

/** Something done to an account, for its customer and for who asks later. Never a secret, a code or a whole address. */
export interface AuditEntry {
  customerId: string | undefined;
  actor: 'customer' | 'Operations' | 'system';
  /** What was done, e.g. `password reset`. */
  act: string;
  details?: Record<string, string>;
}

/** Writes in the caller's transaction: what is not committed was not done. The application's role can't change it afterwards. */
export async function audit(
  trx: Trx,
  clock: Clock,
  { customerId, actor, act, details = {} }: AuditEntry,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ customer_id: customerId ?? null, at: clock.now(), actor, act, details: JSON.stringify(details) })
    .execute();
}
