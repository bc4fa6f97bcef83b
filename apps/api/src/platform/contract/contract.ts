import { createRequire } from 'node:module';

/** The contract, bundled: what is mounted, and what is served at /api/openapi.json. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generator of the file writes this shape
export const contract = createRequire(import.meta.url)('@wusd/api-sdk/openapi.json') as {
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, SchemaObject> & { Amount: { pattern: string }; Id: { pattern: string } };
    parameters: Record<string, ParameterObject>;
  };
};

export interface OperationObject {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: (ParameterObject & { $ref?: string })[];
  requestBody?: { content: Record<string, MediaTypeObject> };
  responses: Record<string, { content?: Record<string, MediaTypeObject> }>;
  /** Any of them admits. */
  'x-scope'?: string | string[];
  /** Action that a captcha's token must be for. */
  'x-captcha'?: string;
  /** Reviewed before it is done. */
  'x-intent'?: 'act' | 'money';
  'x-mfa-scene'?: number;
  /** Names of the errors that it may answer. */
  'x-errors': string[];
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: SchemaObject;
}

interface MediaTypeObject {
  schema?: SchemaObject;
  example?: unknown;
  examples?: Record<string, { value: { result: unknown } }>;
}

/** As much of JSON Schema 2020-12 as the contract uses. */
export interface SchemaObject {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: SchemaObject;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, SchemaObject>;
  required?: string[];
  oneOf?: SchemaObject[];
  anyOf?: SchemaObject[];
}
