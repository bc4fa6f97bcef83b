import { type AlertKind, closeAlert } from '../../platform/alerts/alerts.ts';
import { audit } from '../../platform/audit/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { retryDeadLetter } from '../../platform/jobs/failures.ts';
import type { Services } from '../services.ts';
import { OperatorError } from './errors.ts';
import type { CommandResult } from './results.ts';

/** @throws OperatorError NOT_FOUND, CONFLICT for an alert that stays open until payouts are released */
export async function closeAlertOf(
  services: Services,
  kind: AlertKind,
  entityId: string,
  operator: string,
): Promise<CommandResult> {
  if (kind === 'payouts-held')
    throw new OperatorError('CONFLICT', `The alert closes when payouts are released: release-payouts ${entityId}.`);
  const isClosed = await transact(services.db, async (trx) => {
    const wasOpen = await closeAlert({ ...services, db: trx }, { kind, entityId }, operator);
    if (wasOpen)
      await audit(trx, services.clock, {
        customerId: undefined,
        actor: 'Operations',
        act: 'alert closed',
        details: { kind, entityId, operator },
      });
    return wasOpen;
  });
  if (!isClosed) throw new OperatorError('NOT_FOUND', `There is no open alert ${kind} for ${entityId}.`);
  return { type: 'status', id: `${kind} ${entityId}`, status: 'closed' };
}

/** @throws OperatorError NOT_FOUND */
export async function retryJob(services: Services, letter: string, operator: string): Promise<CommandResult> {
  if (!(await retryDeadLetter(services, letter, operator)))
    throw new OperatorError('NOT_FOUND', `There is no dead letter ${letter}. \`alerts\` lists them.`);
  return { type: 'status', id: letter, status: 'scheduled' };
}
