/** The schema of the contract's parameters in one place, e.g. headers. */
export interface ParametersSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

/**
 * The schema with header names in lower case, as Node has them. Fastify does this only for its own validator: with another one, a schema
 * with the contract's spelling matches no header and accepts everything.
 */
export function headersSchema({ properties, required = [], ...schema }: ParametersSchema): ParametersSchema {
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name.toLowerCase(), each])),
    required: required.map((name) => name.toLowerCase()),
  };
}
