import { vi } from 'vitest';

/** Stubs a storage, which Node lacks. @returns its entries; as in a browser, they are own properties */
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

/** Stubs `addEventListener`. @returns a function that simulates another tab removing a stored value */
export function stubRemovals(): (key: string, oldValue: string | undefined) => void {
  type Listener = (event: { key: string; oldValue: string | undefined; newValue: null }) => void;
  const listeners: Listener[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: Listener) => listeners.push(listener));
  return (key, oldValue) => {
    for (const listener of listeners) listener({ key, oldValue, newValue: null });
  };
}
