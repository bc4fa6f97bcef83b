import * as v from 'valibot';
import type { RoutePath } from '../routing/route-table.ts';

/** The draft of a form in session storage. It survives a reload and ends with the tab. */
export interface StoredDraft<Draft> {
  readonly empty: Draft;
  /** Reads the draft; the empty draft if there is none, it is malformed, or storage is blocked. */
  read: () => Draft;
  /** Stores a draft, or removes it if it is the empty draft. */
  write: (draft: Draft) => void;
}

/**
 * @param path path of the form's page. `boot.js` derives the same key from the URL, because a prerendered form has no
 * draft
 * @param schema schema of the draft. It must accept `{}`, which is the empty draft
 */
export function createStoredDraft<Draft>(path: RoutePath, schema: v.GenericSchema<unknown, Draft>): StoredDraft<Draft> {
  const key = `draft:${path}`;
  const empty = v.parse(schema, {});
  return {
    empty,
    read() {
      try {
        const stored = sessionStorage.getItem(key);
        return stored === null ? empty : v.parse(schema, JSON.parse(stored));
      } catch {
        return empty;
      }
    },
    write(draft) {
      try {
        if (draft === empty) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // Without storage the draft lasts as long as the page.
      }
    },
  };
}
