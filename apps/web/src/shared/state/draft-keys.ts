import { draftPrefix } from './session-values.ts';

/** Keys of all drafts in this browser, of any customer. */
export function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix));
  } catch {
    return [];
  }
}
