import { vi } from 'vitest';

/** Replaces a storage, which Node lacks. @returns its entries, which are own properties as in a browser */
function stubStorage(name: 'sessionStorage' | 'localStorage'): Record<string, string> {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(entries, key),
  };
  vi.stubGlobal(name, Object.setPrototypeOf(entries, methods));
  return entries;
}

export const stubSessionStorage = () => stubStorage('sessionStorage');
export const stubLocalStorage = () => stubStorage('localStorage');

/** Replaces `addEventListener`. @returns a function that tells this tab that another one removed a stored value */
export function stubRemovals(): (key: string, oldValue: string | undefined) => void {
  type Listener = (event: { key: string; oldValue: string | undefined; newValue: null }) => void;
  const listeners: Listener[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => listeners.push(listener));
  return (key, oldValue) => {
    for (const listener of listeners) listener({ key, oldValue, newValue: null });
  };
}
