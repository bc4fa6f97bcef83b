import { closeFeedback, listOpenFeedback, readFeedback } from '../support/feedback/feedback.ts';
import type { Services } from '../services.ts';
import { OperatorError } from './errors.ts';
import { writeNewFiles } from './files.ts';
import type { CommandResult } from './results.ts';

export async function listFeedback({ db }: Services): Promise<CommandResult> {
  const rows = await listOpenFeedback(db);
  return {
    type: 'feedback-list',
    items: rows.map((row) => ({
      reference: row.reference,
      createdAt: row.created_at,
      customerId: row.customer_id,
    })),
  };
}

/** @param folder folder for the attached files; without a folder only their names are returned */
export async function showFeedback(
  services: Services,
  reference: string,
  folder: string | undefined,
  operator: string,
): Promise<CommandResult> {
  const feedback = await readFeedback(services, reference, operator);
  if (!feedback) throw new OperatorError('NOT_FOUND', `There is no feedback ${reference}.`);
  const { customerId, email, createdAt, closedAt, text } = feedback;
  const files =
    folder === undefined ? feedback.files.map(({ fileName }) => fileName) : await writeNewFiles(folder, feedback.files);
  return {
    type: 'feedback',
    reference,
    customerId,
    email,
    createdAt,
    closedAt: closedAt ?? undefined,
    text,
    files,
  };
}

export async function closeFeedbackOf(services: Services, reference: string, operator: string): Promise<CommandResult> {
  if (!(await closeFeedback(services, reference, operator)))
    throw new OperatorError('NOT_FOUND', `There is no open feedback ${reference}.`);
  return { type: 'status', id: reference, status: 'closed' };
}
