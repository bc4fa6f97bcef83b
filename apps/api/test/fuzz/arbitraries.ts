import fc from 'fast-check';
import { contract, type SchemaObject } from '../../src/platform/contract/contract.ts';

const schemas = new Map(Object.entries<SchemaObject>(contract.components.schemas));

export function resolve(schema: SchemaObject): SchemaObject {
  if (schema.$ref === undefined) return schema;
  const found = schemas.get(schema.$ref.split('/').at(-1) ?? '');
  if (!found) throw new Error(`The contract has no ${schema.$ref}`);
  const { $ref: _, ...own } = schema;
  return { ...resolve(found), ...own };
}

/** A value of a property of this name in an earlier answer to any caller. Most ids are useful only if they exist. */
export type Known = (name: string, pick: number) => string | undefined;

const formats: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('mei@demo.example', 'somchai@demo.example', 'nobody@example.com', 'A.B+c@example.co.th'),
  date: fc.constantFrom('2019-04-01', '2026-02-28', '1999-12-31'),
  'date-time': fc.constantFrom('2026-03-01T08:00:00.000Z', '2019-04-01T00:00:00+08:00'),
  uri: fc.constant('https://example.com/'),
};

/** Values that the schema allows. */
export function valid(given: SchemaObject, known: Known, name = ''): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const { const: only, enum: some, oneOf, anyOf } = schema;
  if (only !== undefined) return fc.constant(only);
  if (some) return fc.constantFrom(...some);
  const choices = oneOf ?? anyOf ?? [];
  if (choices.length > 0 && choices.every((each) => each.required && !each.type && !each.$ref))
    // Such choices only list which properties are required together.
    return fc
      .constantFrom(...choices)
      .chain((choice) => valid({ ...schema, oneOf: [], required: choice.required ?? [] }, known, name));
  if (choices.length > 0) return fc.constantFrom(...choices).chain((choice) => valid(choice, known, name));
  return ofType(schema, known, name);
}

function ofType(schema: SchemaObject, known: Known, name: string): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {}, minItems = 0, maxItems = 3 } = schema;
  const [kind = 'any'] = [type].flat();
  switch (kind) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, valid(each, known, key)] as const)),
        { requiredKeys: required.filter((key) => key in properties) },
      );
    case 'array':
      return fc.array(valid(items, known, name), { minLength: minItems, maxLength: Math.min(maxItems, 3) });
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.oneof(
        { weight: 2, arbitrary: texts(schema) },
        { weight: 3, arbitrary: fc.nat(50).chain((pick) => remembered(known(name, pick), schema)) },
      );
    default:
      return fc.jsonValue();
  }
}

function numbers({ minimum = 0, maximum = 100 }: SchemaObject): fc.Arbitrary<number> {
  return fc.integer({ min: minimum, max: Math.min(maximum, 1_000_000) });
}

function remembered(value: string | undefined, schema: SchemaObject): fc.Arbitrary<unknown> {
  return value === undefined ? texts(schema) : fc.constant(value);
}

function texts({ pattern, format, minLength = 0, maxLength = Infinity }: SchemaObject): fc.Arbitrary<string> {
  const longest = Math.max(minLength, Math.min(maxLength, 40));
  const made =
    (pattern !== undefined && fc.stringMatching(new RegExp(pattern))) ||
    (format !== undefined && formats[format]) ||
    fc.string({ minLength, maxLength: longest, unit: 'grapheme' });
  let tried = 0;
  return made.filter((text) => {
    const fits = text.length >= minLength && text.length <= maxLength;
    // Without this limit, a filter that rejects every value would draw forever.
    tried = fits ? 0 : tried + 1;
    if (tried === 1000)
      throw new Error(`Nothing of ${minLength} to ${maxLength} characters is made for ${pattern ?? format}`);
    return fits;
  });
}

/**
 * Values that broke servers before: null, wrong types, NUL, lone surrogates, markup, SQL, formulas, long texts, invalid
 * numbers.
 */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    "'; drop table customer; --",
    '<script>alert(1)</script>',
    '=cmd()',
    '../../etc/passwd',
    '%00',
    '${7*7}',
    'x'.repeat(10_000),
    '-1',
    '1e400',
    'NaN',
    -1,
    0.1,
    1e21,
    true,
    [],
    {},
    ['x'],
    { toString: 'x' },
    { __proto__: null, constructor: { prototype: {} } },
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** A value with one defect: one place holds junk, is missing, or is added. */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return junk;
  const keys = Object.keys(value);
  if (keys.length === 0) return junk;
  const at = (key: string, change: (inside: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    change(Reflect.get(value, key)).map((inside) =>
      Array.isArray(value)
        ? value.map((each, index) => (String(index) === key ? inside : each))
        : { ...value, [key]: inside },
    );
  return fc.oneof(
    fc.constantFrom(...keys).chain((key) => at(key, () => junk)),
    fc.constantFrom(...keys).chain((key) => at(key, spoilt)),
    fc.constantFrom(...keys).map((key) => Object.fromEntries(Object.entries(value).filter(([each]) => each !== key))),
    fc
      .tuple(fc.constantFrom('extra', '__proto__', 'customerId', 'id', 'status', 'isAdmin'), junk)
      .map(([key, inside]) => Object.fromEntries([...Object.entries(value), [key, inside]])),
    junk,
  );
}
