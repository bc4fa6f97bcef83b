/** Returns a value that a test expects to exist. @throws Error if it is missing */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The value is missing');
  return value;
}
