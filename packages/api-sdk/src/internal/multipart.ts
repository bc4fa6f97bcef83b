type Field = string | undefined | readonly Blob[];

/**
 * Builds a form from plain fields and files for openapi-fetch. Fields without a value are omitted. A `File` keeps its
 * name; a `Blob` is named after its type.
 */
export function multipart(fields: object): { body: never; bodySerializer: () => FormData } {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, Field][]) {
    if (value === undefined) continue;
    if (typeof value === 'string') form.set(name, value);
    // The server requires that content and name agree: `file.jpeg`, `file.png` or `file.pdf`.
    else
      for (const file of value)
        form.append(name, file, 'name' in file ? String(file.name) : `file.${file.type.replace(/.*\//, '')}`);
  }
  // The contract types a form by its fields.
  return { body: form as never, bodySerializer: () => form };
}
