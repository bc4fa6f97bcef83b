/** Schema of the contract's parameters in one location, e.g. headers. */
export interface ParametersSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

/**
 * Converts header names in a schema to lower case, as in Node. Fastify does this only for its default validator. With
 * another validator, the contract's spelling would match no header and accept everything.
 */
export function headersSchema({ properties, required = [], ...schema }: ParametersSchema): ParametersSchema {
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name.toLowerCase(), each])),
    required: required.map((name) => name.toLowerCase()),
  };
}
