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
