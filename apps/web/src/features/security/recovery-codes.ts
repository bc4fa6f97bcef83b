import { createSessionValue } from '../../app/session-value.ts';

/** Codes that were just made, until they were saved. In memory only: a reload or the session's end loses them, and new ones can be made. */
export const shownCodes = createSessionValue<readonly string[] | undefined>(undefined);
