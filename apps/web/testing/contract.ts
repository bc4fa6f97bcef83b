import document from '@wusd/api-sdk/openapi.json' with { type: 'json' };
import type { operations } from '@wusd/api-sdk/operations';
import { HttpResponse } from 'msw/http';

interface Media {
  examples?: Record<string, { value: { header: object; result: unknown } }>;
}
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, Media> }>;
}
const contract = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { examples: Record<string, { value: object }> };
};

/** Result type of a successful call. */
export type ResultOf<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : never;

/** The contract's first example of a successful response. */
export function exampleOf<Name extends keyof operations>(name: Name): ResultOf<Name> {
  const operation = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name);
  const [example] = Object.values(operation?.responses['200']?.content?.['application/json']?.examples ?? {});
  if (!example) throw new Error(`The contract has no example of ${name}`);
  return example.value.result as ResultOf<Name>;
}

/** Builds a successful response. */
export function succeed<Name extends keyof operations>(_name: Name, result: ResultOf<Name>): HttpResponse<object> {
  const header = { success: true, errCode: '00000', errMsg: '', serverTime: new Date().toISOString() };
  return HttpResponse.json({ header, result: result as object });
}

/** Builds an error response from the contract's example of the error. */
export function fail(errorName: string, status: number): HttpResponse<object> {
  const example = contract.components.examples[errorName];
  if (!example) throw new Error(`The contract has no error ${errorName}`);
  return HttpResponse.json(example.value, { status });
}
