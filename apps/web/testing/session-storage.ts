import { vi } from 'vitest';

/** Replaces session storage, which Node lacks. @returns its entries, which are own properties as in a browser */
export function stubSessionStorage(): Record<string, string> {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void (entries[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(entries, key),
  };
  vi.stubGlobal('sessionStorage', Object.setPrototypeOf(entries, methods));
  return entries;
}
