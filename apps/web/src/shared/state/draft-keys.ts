import { draftPrefix } from './session-values.ts';

/** Keys of the drafts that are stored in this browser, whoever typed them. */
export function draftKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix));
  } catch {
    return [];
  }
}
