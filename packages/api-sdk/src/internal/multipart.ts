type Field = string | undefined | readonly Blob[];

/**
 * A form from plain fields and files, in the shape that openapi-fetch takes. A field without a value is left out. A `File` keeps
 * its name; a `Blob`, which has none, is named after its type.
 */
export function multipart(fields: object): { body: never; bodySerializer: () => FormData } {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, Field][]) {
    if (value === undefined) continue;
    if (typeof value === 'string') form.set(name, value);
    // The server takes a file whose content and name agree: `file.jpeg`, `file.png` or `file.pdf`.
    else
      for (const file of value)
        form.append(name, file, 'name' in file ? String(file.name) : `file.${file.type.replace(/.*\//, '')}`);
  }
  // The contract's type of a form is that of its parts.
  return { body: form as never, bodySerializer: () => form };
}
