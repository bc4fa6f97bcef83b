/** `code` of a system or PostgreSQL error, e.g. `ENOENT` or `23505`; undefined if the value has none. */
export function errorCodeOf(error: unknown): string | undefined {
  return textField(error, 'code');
}

/** A text property of a thrown value; undefined if the value has none. */
export function textField(error: unknown, name: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The message of a thrown value, which may not be an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
