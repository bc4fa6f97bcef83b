// Bundles the hand-written contract and prints what the SDK, the server and the web app take from it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';

// openapi-typescript prints types with TypeScript's JavaScript API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? next('typescript-5', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');

const home = new URL('..', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, home));

interface CatalogueEntry {
  code: string;
  status: number;
  messageId: string;
  retryable: boolean;
  nextAction: string;
}
interface Operation {
  operationId: string;
  'x-errors'?: string[];
  parameters?: unknown[];
  responses: Record<string, unknown>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, EnumSchema> };
  'x-error-catalogue': Record<string, CatalogueEntry>;
  'x-scope-tree': ScopeTree;
}
interface EnumSchema {
  enum?: (string | number)[];
  'x-enum-varnames'?: string[];
  'x-decimals'?: Record<string, number>;
  'x-kind'?: Record<string, string>;
  'x-names'?: Record<string, string>;
}
type ScopeTree = { [node: string]: ScopeTree };

const { bundle: bundled, problems } = await bundle({
  ref: path('openapi/openapi.yaml'),
  config: await createConfig({}),
  dereference: false,
});
const broken = problems.filter((problem) => problem.severity === 'error');
if (broken.length > 0)
  throw new Error(broken.map((problem) => `${problem.location[0]?.source.absoluteRef}: ${problem.message}`).join('\n'));
const document = bundled.parsed as Document;
// What any secured or any operation at all can answer is added here, not repeated in every file.
const everywhere = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
for (const operations of Object.values(document.paths)) {
  for (const operation of Object.values(operations)) {
    expandResult(operation);
    expandErrors(operation);
  }
}

await mkdir(path('openapi/dist'), { recursive: true });
await mkdir(path('src/generated'), { recursive: true });
await write('openapi/dist/openapi.json', JSON.stringify(document));
await write(
  'src/generated/schema.ts',
  astToString(await openapiTS(structuredClone(document) as never, { alphabetize: false, exportType: false })),
);
await write('src/generated/domain.ts', domain());

/** Turns `x-result` and `x-example` into the envelope around them. */
function expandResult(operation: Operation): void {
  const answer = operation.responses['200'] as { 'x-result'?: unknown; 'x-example'?: unknown; content?: unknown };
  if (!('x-result' in answer)) return;
  const { 'x-result': result, 'x-example': value } = answer;
  delete answer['x-result'];
  delete answer['x-example'];
  answer.content = {
    'application/json': {
      schema: {
        type: 'object',
        required: ['header', 'result'],
        additionalProperties: false,
        properties: { header: { $ref: '#/components/schemas/EnvelopeHeader' }, result: relocate(result) },
      },
      examples: {
        ok: {
          summary: 'Done',
          value: {
            header: { success: true, errCode: '00000', errMsg: '', serverTime: '2026-03-01T08:00:00.000Z' },
            result: value,
          },
        },
      },
    },
  };
}

/** The bundler leaves references within extensions alone; what they name is among the components by the same name. */
function relocate(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema).replaceAll(/"\.\.\/schemas\/[\w-]+\.yaml#\/(\w+)"/g, (_, name: string) => {
      if (!(name in document.components.schemas)) throw new Error(`schemas/index.yaml lacks ${name}`);
      return `"#/components/schemas/${name}"`;
    }),
  );
}

/** Turns `x-errors` into responses, one per HTTP status, each error an example of it. */
function expandErrors(operation: Operation): void {
  const catalogue = document['x-error-catalogue'];
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/AcceptLanguage' }];
  const names = [...(operation['x-errors'] ?? []), ...everywhere];
  operation['x-errors'] = names;
  for (const name of names) {
    const entry = catalogue[name];
    if (!entry) throw new Error(`${operation.operationId} names ${name}, which the error catalogue lacks`);
    const response = (operation.responses[entry.status] ??= {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' }, examples: {} } },
    }) as { description: string; content: { 'application/json': { examples: Record<string, unknown> } } };
    response.description = [response.description, `${name} (${entry.code})`].filter(Boolean).join(', ');
    response.content['application/json'].examples[name] = {
      summary: name,
      value: {
        header: { success: false, errCode: entry.code, errMsg: name, serverTime: '2026-03-01T08:00:00.000Z' },
        result: { retryable: entry.retryable, nextAction: entry.nextAction },
      },
    };
  }
}

function domain(): string {
  const { schemas } = document.components;
  const named = (name: string): string => {
    const { enum: values = [], 'x-enum-varnames': names = values.map(String) } = schemas[name] ?? {};
    return JSON.stringify(Object.fromEntries(values.map((value, index) => [names[index], value])), null, 2);
  };
  const scopes = (tree: ScopeTree, prefix = ''): string[] =>
    Object.entries(tree).flatMap(([node, children]) => [prefix + node, ...scopes(children, `${prefix}${node}.`)]);
  return `// Printed from the contract by scripts/generate.ts.
export const Network = ${named('NetworkId')} as const;
export const networkNames = ${JSON.stringify(schemas['NetworkId']?.['x-names'])} as const;
export const CheckType = ${named('CheckType')} as const;
export const SceneType = ${named('SceneType')} as const;
export const currencies = ${JSON.stringify(schemas['Currency']?.enum)} as const;
export const currencyKinds = ${JSON.stringify(schemas['Currency']?.['x-kind'])} as const;
export const decimals = ${JSON.stringify(schemas['Currency']?.['x-decimals'])} as const;
export const identityStatuses = ${JSON.stringify(schemas['IdentityStatus']?.enum)} as const;
export const transactionStatuses = ${JSON.stringify(schemas['TransactionStatus']?.enum)} as const;
export const eventTypes = ${JSON.stringify(schemas['EventType']?.enum)} as const;
export const orderStatuses = ${JSON.stringify(schemas['OrderStatus']?.enum)} as const;
export const destinationStatuses = ${JSON.stringify(schemas['DestinationStatus']?.enum)} as const;
export const risks = ${JSON.stringify(schemas['Risk']?.enum)} as const;
export const rails = ${JSON.stringify(schemas['Rail']?.enum)} as const;
export const businessTypes = ${JSON.stringify(schemas['BusinessType']?.enum)} as const;
export const accountTypes = ${JSON.stringify(schemas['AccountType']?.enum)} as const;
export const userStatuses = ${JSON.stringify(schemas['UserStatus']?.enum)} as const;
export const languages = ${JSON.stringify(schemas['Language']?.enum)} as const;
export const scopeTree = ${JSON.stringify(document['x-scope-tree'])} as const;
export const scopes = ${JSON.stringify(scopes(document['x-scope-tree']))} as const;
export const errorCodes = ${JSON.stringify(Object.fromEntries(Object.entries(document['x-error-catalogue']).map(([name, { code }]) => [name, code])))} as const;
export const errors = ${JSON.stringify(document['x-error-catalogue'], null, 2)} as const;
`;
}

/** Leaves an unchanged file alone, so that nothing downstream is built again. */
async function write(relative: string, text: string): Promise<void> {
  const before = await readFile(path(relative), 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(path(relative), text);
}
