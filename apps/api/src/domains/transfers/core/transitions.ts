import { audit } from '../../../platform/audit/audit.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { type Actor, recordTransition } from '../../../platform/state-machine/state-machine.ts';
import type { Services } from '../../services.ts';
import { type StatusChanges, updateStatus } from './transactions.ts';
import type { Direction, TransferKind, TransferRow, TransferTable, TransferStatus } from './transfer-kind.ts';

export interface Transition<Status extends TransferStatus> {
  to: Status;
  actor: Actor;
  reason?: string | undefined;
}

/** Returns the recorded reason. A rejection without a reason gets a neutral reason instead of an invented one. */
export const transitionReason = (to: string, reason: string | undefined): string | undefined =>
  reason ?? (to === 'rejected' ? 'declined' : undefined);

/**
 * Records a transition in the history and writes the new status.
 *
 * @param row row locked by this transaction
 * @returns the updated row
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function transitionStatus<Table extends TransferTable, Status extends TransferStatus>(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  kind: TransferKind<Table, Status>,
  row: TransferRow<Table, Status>,
  { to, actor, reason }: Transition<Status>,
  changes: StatusChanges,
): Promise<TransferRow<Table, Status>> {
  await recordTransition(trx, clock, kind.states, {
    id: row.id,
    customerId: row.customer_id,
    from: row.status,
    to,
    actor,
    reason,
  });
  return updateStatus(trx, clock, kind, row.id, { status: to, ...changes });
}

/** Records the operator's name in the audit log: customers see only "Operations". */
export function auditDecision(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  { id, direction, customer_id: customerId }: { id: string; direction: Direction; customer_id: string },
  { to, actor, reason, operator }: Transition<TransferStatus> & { operator: string },
): Promise<void> {
  return audit(trx, clock, {
    customerId,
    actor,
    act: `${direction} ${to}`,
    details: { [direction]: id, operator, ...(reason !== undefined && { reason }) },
  });
}
