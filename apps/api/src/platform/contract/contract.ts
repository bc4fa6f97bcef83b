import { createRequire } from 'node:module';

/** The contract, bundled: what is mounted, and what is served at /api/openapi.json. */
export const contract = createRequire(import.meta.url)('@wusd/api-sdk/openapi.json') as {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: { Amount: { pattern: string }; Id: { pattern: string } } };
};

export interface OperationObject {
  operationId: string;
  security?: Record<string, unknown>[];
  /** Any of them admits. */
  'x-scope'?: string | string[];
  /** Action that a captcha's token must be for. */
  'x-captcha'?: string;
  /** Reviewed before it is done. */
  'x-intent'?: 'act' | 'money';
  'x-mfa-scene'?: number;
  requestBody?: {
    content: Record<string, { schema?: { properties?: Record<string, { items?: { $ref?: string } }> } }>;
  };
}
