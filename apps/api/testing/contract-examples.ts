import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract, type OperationObject } from '../src/platform/contract/contract.ts';
import type { Call, CommandName, CommandResult, Preview } from '../src/platform/contract/operations.ts';

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const escape = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns a validator for the schema at a path in the contract. */
export function schemaAt<T = unknown>(...path: string[]): ValidateFunction<T> {
  return ajv.compile<T>({ $ref: `contract#/${path.map(escape).join('/')}` });
}

interface Described {
  path: string;
  method: string;
  operation: OperationObject;
}

/** All operations of the contract. */
export const operations: readonly Described[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** @throws Error if the contract has no such operation */
export function operationOf(operationId: string): Described {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not in the contract`);
  return found;
}

const json = 'application/json';

/** Returns the example of a command's body. */
export function exampleBody<Name extends CommandName>(name: Name): Call<Name>['body'] {
  const { path, method, operation } = operationOf(name);
  const isBody = schemaAt<Call<Name>['body']>('paths', path, method, 'requestBody', 'content', json, 'schema');
  return requireValid(isBody, operation.requestBody?.content[json]?.example);
}

/** Returns the example of a command's result. */
export function exampleResult<Name extends CommandName>(name: Name): CommandResult<Name> {
  return requireValid(schemaAt<CommandResult<Name>>(...answerOf(name), '0'), exampleOf(name, 'ok'));
}

/** Returns the example of a command's preview (`?dryRun=true`). */
export function examplePreview<Name extends CommandName>(name: Name): Preview<Name> {
  return requireValid(schemaAt<Preview<Name>>(...answerOf(name), '1'), exampleOf(name, 'review'));
}

/** Returns the schema path of a command's answer, which is its result or its preview. */
function answerOf(name: CommandName): string[] {
  const { path, method } = operationOf(name);
  return ['paths', path, method, 'responses', '200', 'content', json, 'schema', 'properties', 'result', 'anyOf'];
}

/** Returns an example answer of an operation. */
export function exampleOf(operationId: string, example: 'ok' | 'review'): unknown {
  return operationOf(operationId).operation.responses['200']?.content?.[json]?.examples?.[example]?.value.result;
}

function requireValid<T>(validate: ValidateFunction<T>, value: unknown): T {
  if (!validate(value)) throw new Error(`The example is not valid: ${ajv.errorsText(validate.errors)}`);
  return value;
}
