import document from '@wusd/api-sdk/openapi.json' with { type: 'json' };
import type { operations } from '@wusd/api-sdk/operations';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { http, HttpResponse, type HttpHandler } from 'msw/http';
import { errorMessage, withServerMessages } from './server-messages.ts';

/** The successful result of an operation. */
export type Result<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': { result: infer T } } };
}
  ? T
  : never;

/** A failure of a call: an error that the contract lists for the operation, no response, or a lost connection. */
export type Failing = { fails: string } | 'never' | 'offline';
/** The parsed JSON body of the request, if there is one. */
type Asking<Name extends keyof operations> = operations[Name] extends {
  requestBody?: { content: { 'application/json': infer T } };
}
  ? T
  : never;
/** Responses of a story. Omitted operations respond with the contract's example. */
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

/** Responses that violated the contract. */
export const violations: string[] = [];

const withheld: (() => void)[] = [];
/**
 * Responds to all withheld calls with the contract's example. Otherwise their time limit would expire in a later story.
 */
export function answerWithheld(): void {
  for (const answer of withheld.splice(0)) answer();
}
/** Number of calls of the story that are withheld. */
export const withheldCalls = (): number => withheld.length;

const parametersIn = (path: string): number => path.split('{').length;

/**
 * Handlers for every call of the contract.
 *
 * Each story restarts the server's clock at `recordedAt`, so that it shows the same times at any position in the run,
 * while countdowns still run.
 */
export function answering(answers: Answers, recordedAt: string): HttpHandler[] {
  const begun = Date.now();
  const serverTime = (): string => new Date(Date.parse(recordedAt) + Date.now() - begun).toISOString();
  return (
    Object.entries(contract.paths)
      // The first matching path wins: `/things/list` must not match `/things/{id}`.
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
  /** Value of the header Accept-Language. */
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

/** @param name name of an error; undefined for the successful response */
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
