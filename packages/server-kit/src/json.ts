import * as v from 'valibot';

/**
 * Parses JSON text and checks its shape.
 *
 * @throws SyntaxError if the text is not JSON
 * @throws TypeError if the value has another shape. The error names fields but no values, which may be secrets.
 */
export function parseJson<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, JSON.parse(text));
  if (result.success) return result.output;
  const paths = result.issues.map((issue) => v.getDotPath(issue) ?? 'the root');
  throw new TypeError(`Unexpected JSON: check ${paths.join(', ')}`);
}
