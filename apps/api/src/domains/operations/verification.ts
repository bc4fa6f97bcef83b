import { describeCase } from '../identity-access/verification/case.ts';
import {
  type Decision,
  decideDocument,
  decidePerson,
  readDocument,
} from '../identity-access/verification/decisions.ts';
import { documentReasons, personReasons } from '../identity-access/verification/reasons.ts';
import type { Services } from '../services.ts';
import { customerIdOf } from './customers.ts';
import { assertReason } from './errors.ts';
import { writeNewFiles } from './files.ts';
import type { CommandResult } from './results.ts';

/** Shows a customer's documents and persons, with their ids. */
export async function showVerification(services: Services, emailOrId: string): Promise<CommandResult> {
  const { limits: _, ...verification } = await describeCase(services, await customerIdOf(services, emailOrId));
  return { type: 'verification', ...verification };
}

/** Writes a document to a folder. The audit log records that it was read. */
export async function saveDocument(
  services: Services,
  id: string,
  folder: string,
  operator: string,
): Promise<CommandResult> {
  const file = await readDocument(services, id, operator);
  return { type: 'files', id, paths: await writeNewFiles(folder, [file]) };
}

/**
 * Accepts or rejects a document (vdc_…) or a person (vpr_…) of a verification.
 *
 * @throws UsageError if the reason is not valid for the kind; AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function decideVerification(
  services: Services,
  id: string,
  verdict: 'approve' | 'reject',
  reason: string | undefined,
  operator: string,
): Promise<CommandResult> {
  const isPerson = id.startsWith('vpr_');
  let decision: Decision = { to: 'accepted' };
  if (verdict === 'reject') {
    const reasons: readonly ((typeof documentReasons)[number] | (typeof personReasons)[number])[] = isPerson
      ? personReasons
      : documentReasons;
    assertReason(reason, reasons);
    decision = { to: 'rejected', reason };
  }
  await (isPerson ? decidePerson : decideDocument)(services, id, decision, operator);
  return { type: 'status', id, status: decision.to, ...(decision.to === 'rejected' && { reason: decision.reason }) };
}
