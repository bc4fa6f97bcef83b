/** The schema that the contract's parameters of one place become. */
export interface ParametersSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

/**
 * The same with names in lower case, as Node has them. Fastify does this for its own validator only: with another one, a schema
 * named as in the contract matches no header and refuses nothing.
 */
export function headersSchema({ properties, required = [], ...schema }: ParametersSchema): ParametersSchema {
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name.toLowerCase(), each])),
    required: required.map((name) => name.toLowerCase()),
  };
}
