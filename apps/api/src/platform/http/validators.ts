import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { headersSchema } from './header-schema.ts';
import * as v from 'valibot';

const parametersSchema = v.looseObject({
  type: v.literal('object'),
  properties: v.record(v.string(), v.looseObject({})),
  required: v.optional(v.array(v.string())),
});

// Bodies are not coerced: coercion would accept a JSON number as an amount. Query and headers are always text.
const options = {
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  allErrors: false,
  verbose: true,
} as const;
const asSent = new Ajv2020({ ...options, coerceTypes: false });
const fromText = new Ajv2020({ ...options, coerceTypes: true });
for (const ajv of [asSent, fromText]) addFormats.default(ajv);

/**
 * Validators by JSON text of the schema: operations share schemas, and all servers of a process share the contract.
 */
const compiledSchemas = { asSent: new Map<string, ValidateFunction>(), fromText: new Map<string, ValidateFunction>() };

function compile(schema: object, how: 'asSent' | 'fromText'): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiledSchemas[how].get(text);
  if (known) return known;
  const compiled = (how === 'asSent' ? asSent : fromText).compile(schema);
  compiledSchemas[how].set(text, compiled);
  return compiled;
}

/**
 * Request validators, each compiled on first use: compiling all of them took 40 % of the processor time of a node's
 * start.
 */
export const validatorsWhenNeeded: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let compiled: ValidateFunction | undefined;
  const outcome: { errors: ValidateFunction['errors'] | null } = { errors: null };
  const validate = (value: unknown): boolean => {
    compiled ??=
      httpPart === 'headers'
        ? compile(headersSchema(v.parse(parametersSchema, schema)), 'fromText')
        : compile(schema, httpPart === 'body' ? 'asSent' : 'fromText');
    const isValid = compiled(value);
    // Fastify reads the errors from the function, as with Ajv.
    validator.errors = compiled.errors ?? null;
    return isValid;
  };
  const validator = Object.assign(validate, outcome);
  return validator;
};
