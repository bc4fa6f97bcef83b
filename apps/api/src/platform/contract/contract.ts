import { createRequire } from 'node:module';

/** The bundled contract. The server mounts its operations and serves it at /api/openapi.json. */
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
  /** A caller needs one of these scopes. */
  'x-scope'?: string | string[];
  /** The action that the captcha token must be issued for. */
  'x-captcha'?: string;
  /** Set for commands, which are previewed before they are executed. */
  'x-intent'?: 'act' | 'money';
  'x-mfa-scene'?: number;
  /** Names of the errors that the operation can return. */
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

/** The subset of JSON Schema 2020-12 that the contract uses. */
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
