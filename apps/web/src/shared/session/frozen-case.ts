import type { AccountFreeze } from '@wusd/api-sdk/core';
import * as v from 'valibot';

// A freeze ends the session, so the case is not a session value. Reference and time do not identify the customer to
// others.

const key = 'account-freeze';
const caseSchema = v.object({
  reference: v.pipe(v.string(), v.regex(/^FRZ(-[2-9A-Z]{4}){3}$/)),
  frozenAt: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
});
let latest: AccountFreeze | undefined;

/** Stores the case for the page that shows it. It survives a reload of this tab. */
export function keepFrozenCase(freeze: AccountFreeze): void {
  latest = freeze;
  try {
    sessionStorage.setItem(key, JSON.stringify(freeze));
  } catch {
    // Without storage the case lasts as long as the page.
  }
}

/** The case that was opened in this tab; undefined if the page is opened directly by URL. */
export function frozenCase(): AccountFreeze | undefined {
  if (latest) return latest;
  try {
    const found = v.safeParse(caseSchema, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return found.success ? found.output : undefined;
  } catch {
    return undefined;
  }
}
