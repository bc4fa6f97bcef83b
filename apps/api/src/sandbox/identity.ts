import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../platform/database/database.ts';
import { isIdentityReason } from '../gateways/identity-reasons.ts';
import type { IdentityPort } from '../gateways/ports.ts';

/** Duration of a simulated check. */
const identityCheckMs = 4000;

/**
 * Document numbers that determine the outcome of a check; any other is approved. `…0001` to `…0003` are rejected with
 * different reasons, and `…0009` stays undecided until a sandbox event decides it.
 */
function outcomeOf(idNumber: string): { outcome: 'approved' | 'rejected' | 'undecided'; reason_code: string | null } {
  if (idNumber.endsWith('0001')) return { outcome: 'rejected', reason_code: 'details-mismatch' };
  if (idNumber.endsWith('0002')) return { outcome: 'rejected', reason_code: 'document-expired' };
  if (idNumber.endsWith('0003')) return { outcome: 'rejected', reason_code: 'document-unreadable' };
  return { outcome: idNumber.endsWith('0009') ? 'undecided' : 'approved', reason_code: null };
}

/** An identity provider that decides in seconds, by the document number or by a sandbox event. */
export function createSimulatedIdentity(db: Db, clock: Clock): IdentityPort {
  return {
    async submit({ id, person }) {
      await db
        .insertInto('sandbox_identity')
        .values({
          reference: id,
          ...outcomeOf(person.idNumber),
          decides_at: new Date(clock.now().getTime() + identityCheckMs),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return id;
    },
    async outcome(reference) {
      const row = await db
        .selectFrom('sandbox_identity')
        .selectAll()
        .where('reference', '=', reference)
        .executeTakeFirstOrThrow();
      if (row.outcome === 'undecided' || row.decides_at > clock.now()) return undefined;
      if (row.outcome === 'approved') return { to: 'verified' };
      if (!isIdentityReason(row.reason_code)) throw new Error('The rejected identity check has no reason');
      return { to: 'verification failed', reason: row.reason_code };
    },
  };
}

/** Ends a simulated check now. */
export async function setIdentityOutcome(
  db: Db,
  clock: Clock,
  reference: string,
  decision: { outcome: 'approved' | 'rejected'; reasonCode: string | null },
): Promise<void> {
  const row = { outcome: decision.outcome, reason_code: decision.reasonCode, decides_at: clock.now() };
  await db
    .insertInto('sandbox_identity')
    .values({ reference, ...row })
    .onConflict((conflict) => conflict.column('reference').doUpdateSet(row))
    .execute();
}
