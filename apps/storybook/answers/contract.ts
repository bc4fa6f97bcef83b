import document from '@wusd/api-sdk/openapi.json' with { type: 'json' };
import type { operations } from '@wusd/api-sdk/operations';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { http, HttpResponse, type HttpHandler } from 'msw/http';
import { errorMessage, withServerMessages } from './server-messages.ts';

/** What an operation answers with where it succeeds. */
export type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : never;

/** One of the errors that the contract lists for an operation; one that never comes; one that a lost connection leaves. */
export type Failing = { fails: string } | 'never' | 'offline';
/** By what was asked: the body in JSON, where there is one. */
type Asking<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer T } };
}
  ? T
  : never;
/** Of a story. What is left out is answered with the example that the contract itself gives. */
export type Answers = {
  [Name in keyof operations]?: Result<Name> | Failing | ((body: Asking<Name>) => Result<Name>);
};

interface Media {
  schema: object;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, Media> }>;
}
const contract = document as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { examples: Record<string, { value: unknown }> };
};

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema(document, 'contract');
const pointer = (...parts: string[]): string =>
  parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** What was answered against the contract. */
export const violations: string[] = [];

const withheld: (() => void)[] = [];
/** Answers what never came, with the contract's example. Its time limit would otherwise pass in a later story, and be told there. */
export function answerWithheld(): void {
  for (const answer of withheld.splice(0)) answer();
}
/** How many calls of the story wait for what never comes. */
export const withheldCalls = (): number => withheld.length;

const parametersIn = (path: string): number => path.split('{').length;

/**
 * Handlers for every call of the contract.
 *
 * Each story starts the server's clock again at `recordedAt`. A story then shows the same times wherever it stands in
 * the run, and what expires still counts down.
 */
export function answering(answers: Answers, recordedAt: string): HttpHandler[] {
  const begun = Date.now();
  const serverTime = (): string => new Date(Date.parse(recordedAt) + Date.now() - begun).toISOString();
  return (
    Object.entries(contract.paths)
      // The first that fits is taken: `/things/list` is no thing’s id.
      .toSorted(([one], [other]) => parametersIn(one) - parametersIn(other))
      .flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) => {
          const answer = answers[operation.operationId as keyof operations] as unknown;
          const pattern = `*/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
          if (!(method in http)) return [];
          return http[method as 'get'](pattern, async ({ request }) => {
            const said: unknown = typeof answer === 'function' ? answer(await request.json()) : answer;
            const language = request.headers.get('accept-language') ?? undefined;
            return respond({ path, method, operation, answer: said, serverTime: serverTime(), language });
          });
        }),
      )
  );
}

interface Asked {
  path: string;
  method: string;
  operation: Operation;
  answer: unknown;
  serverTime: string;
  /** As the header Accept-Language asks. */
  language: string | undefined;
}

function respond(asked: Asked): Response | Promise<Response> {
  const { path, method, operation, answer, serverTime, language } = asked;
  if (operation.operationId === 'openEventStream') return new Promise(() => {});
  if (answer === 'never')
    return new Promise((resolve) => {
      withheld.push(() => resolve(respond({ ...asked, answer: undefined })));
    });
  if (answer === 'offline') return HttpResponse.error();
  const name = typeof answer === 'object' && answer !== null && 'fails' in answer ? String(answer.fails) : undefined;
  const [status, media] = responseOf(operation, name);
  const example = exampleOf(media, name);
  const result = withServerMessages(name === undefined && answer !== undefined ? answer : example.result, language);
  const said = name === undefined ? {} : { errMsg: errorMessage(name, language) };
  const body = { ...example, header: { ...example.header, ...said, serverTime }, result };
  const validate = validatorOf(path, method, status);
  if (!validate(body))
    violations.push(`${operation.operationId}: ${ajv.errorsText(validate.errors, { dataVar: 'answer' })}`);
  return HttpResponse.json(body, { status: Number(status) });
}

/** @param name of an error; left out, what succeeds */
function responseOf({ operationId, responses }: Operation, name: string | undefined): [string, Media] {
  for (const [status, { content }] of Object.entries(responses)) {
    const media = content?.['application/json'];
    if (media && (name === undefined ? status === '200' : media.examples?.[name])) return [status, media];
  }
  throw new Error(`${operationId} has no ${name ?? 'answer in JSON'}`);
}

type Envelope = { header: object; result?: unknown };
function exampleOf({ examples = {} }: Media, name: string | undefined): Envelope {
  const found = name === undefined ? Object.values(examples)[0] : examples[name];
  const shared = found?.$ref?.split('/').at(-1);
  return (shared === undefined ? found?.value : contract.components.examples[shared]?.value) as Envelope;
}

const validators = new Map<string, ValidateFunction>();
function validatorOf(path: string, method: string, status: string): ValidateFunction {
  const place = pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');
  const known = validators.get(place) ?? ajv.compile({ $ref: `contract#/${place}` });
  validators.set(place, known);
  return known;
}
