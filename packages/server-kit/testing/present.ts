/** A value that a test has arranged to be there. @throws Error where it is missing */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The value is missing');
  return value;
}
