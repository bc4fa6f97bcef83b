import { sessionValues } from '../state/session-values.ts';

/** Storage key of a payment's submission while it has no response. */
export const submissionKey = (command: string): string => `payment:${command}`;

/** Whether a payment of this kind was submitted without receiving a response. */
export const isSubmissionStored = (command: string): boolean =>
  sessionValues.read(submissionKey(command)) !== undefined;
