import type { AccountFreeze } from '@wusd/api-sdk/core';
import * as v from 'valibot';

// The session is over by then, so the case is not a value of the session. Reference and time identify nobody to others.

const key = 'account-freeze';
const caseSchema = v.object({
  reference: v.pipe(v.string(), v.regex(/^FRZ(-[2-9A-Z]{4}){3}$/)),
  frozenAt: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)),
});
let latest: AccountFreeze | undefined;

/** Keeps the case for the page that shows it, also when this tab reloads it. */
export function keepFrozenCase(freeze: AccountFreeze): void {
  latest = freeze;
  try {
    sessionStorage.setItem(key, JSON.stringify(freeze));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/** The case that was opened in this tab; undefined for whoever opens the page by its address. */
export function frozenCase(): AccountFreeze | undefined {
  if (latest) return latest;
  try {
    const found = v.safeParse(caseSchema, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return found.success ? found.output : undefined;
  } catch {
    return undefined;
  }
}
