import { sessionValues } from '../state/session-values.ts';

/** Where the submission of a payment is stored while its answer is missing. */
export const submissionKey = (command: string): string => `payment:${command}`;

/** Whether a payment of this kind was submitted whose answer is missing. */
export const isSubmissionStored = (command: string): boolean =>
  sessionValues.read(submissionKey(command)) !== undefined;
