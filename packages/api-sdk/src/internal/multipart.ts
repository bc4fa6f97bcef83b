type Field = string | undefined | readonly Blob[];

/** A form from plain fields and files, in the shape that openapi-fetch takes. A field without a value is left out. */
export function multipart(fields: Record<string, Field>): {
  body: FormData;
  bodySerializer: (body: FormData) => FormData;
} {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'string') body.set(name, value);
    else for (const file of value) body.append(name, file);
  }
  return { body, bodySerializer: (form) => form };
}
