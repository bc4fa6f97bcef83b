import { createValue } from '../../app/value.ts';

/** Codes that were just made, until they were saved. In memory only: a reload loses them, and new ones can be made. */
export const shownCodes = createValue<readonly string[] | undefined>(undefined);
