import { readFileSync } from 'node:fs';
import * as v from 'valibot';

/** Operators with their public keys (Ed25519). Names and keys are unique. */
export const operatorList = v.pipe(
  v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.minLength(1)),
      publicKey: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in lower-case hexadecimal')),
    }),
  ),
  v.check(
    (operators) =>
      [operators.map(({ name }) => name), operators.map(({ publicKey }) => publicKey)].every(
        (values) => new Set(values).size === values.length,
      ),
    'has two operators with the same name or the same key',
  ),
);

/** Public keys in hexadecimal by operator name. */
export type OperatorDirectory = ReadonlyMap<string, string>;

export const directoryOf = (operators: v.InferOutput<typeof operatorList>): OperatorDirectory =>
  new Map(operators.map(({ name, publicKey }) => [name, publicKey]));

/** @throws Error that describes the problem. The message may quote values, because the text has no secrets. */
export function parseFile<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, JSON.parse(text));
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'} ${issue.message}`).join('; '));
}

/** @param file JSON list of `{name, publicKey}` @throws Error that describes the problem */
export const readOperators = (file: string): OperatorDirectory =>
  directoryOf(parseFile(operatorList, readFileSync(file, 'utf8')));
