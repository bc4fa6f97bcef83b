const prefix = 'session:';

/** Values in session storage that survive a reload of this tab and end with the customer's session. */
export const sessionValues = {
  /** @returns undefined if there is no value, it is not JSON, or storage is blocked */
  read(name: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** @param value undefined removes the value */
  write(name: string, value: unknown): void {
    try {
      if (value === undefined) sessionStorage.removeItem(prefix + name);
      else sessionStorage.setItem(prefix + name, JSON.stringify(value));
    } catch {
      // Without storage the value lasts as long as the page.
    }
  },
  clear: (): void => removeAll(() => sessionStorage, prefix),
};

/** Key prefix of customers' drafts; see customer-drafts.ts, which only the forms load. */
export const draftPrefix = 'wusd-draft:';
export const removeDrafts = (): void => removeAll(() => localStorage, draftPrefix);

function removeAll(storage: () => Storage, start: string): void {
  try {
    for (const key of Object.keys(storage())) if (key.startsWith(start)) storage().removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
