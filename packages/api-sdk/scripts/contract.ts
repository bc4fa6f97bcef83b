// Bundles the hand-written contract into one OpenAPI document. openapi/README.md describes what it expands.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('../openapi/', import.meta.url));

export interface CatalogueEntry {
  code: string;
  status: number;
  messageId: string;
  retryable: boolean;
  nextAction: string;
  details?: string[];
}
export interface Operation {
  operationId: string;
  description: string;
  security?: Record<string, unknown>[];
  parameters?: object[];
  requestBody?: unknown;
  responses: Record<string, Answer>;
  'x-errors': string[];
  'x-scope'?: string | string[];
  'x-mfa-scene'?: number;
  'x-captcha'?: string;
  'x-intent'?: 'act' | 'money';
  'x-safe'?: boolean;
}
interface Answer {
  description: string;
  headers?: object;
  content?: Record<string, { schema: unknown; examples?: Record<string, Example | { $ref: string }> }>;
  'x-result'?: Schema;
  'x-page'?: Schema;
  'x-file'?: string[];
  'x-example'?: unknown;
  'x-examples'?: Record<string, Example>;
  'x-review'?: unknown;
}
interface Example {
  summary: string;
  value: unknown;
}
export type Schema = Record<string, unknown> & {
  enum?: (string | number)[];
  'x-enum-varnames'?: string[];
  'x-decimals'?: Record<string, number>;
  'x-kind'?: Record<string, string>;
  'x-names'?: Record<string, string>;
};
export type ScopeTree = { [node: string]: ScopeTree };
export interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, unknown>;
    examples: Record<string, Example>;
  };
  'x-error-catalogue': Record<string, CatalogueEntry>;
  'x-scope-tree': ScopeTree;
}

export function readContract(): Document {
  const document = read('openapi.yaml') as Document;
  document['x-error-catalogue'] = read('errors.yaml') as Document['x-error-catalogue'];
  document['x-scope-tree'] = read('scopes.yaml') as ScopeTree;
  for (const file of readdirSync(`${folder}schemas`).toSorted()) {
    for (const [name, schema] of Object.entries(read(`schemas/${file}`) as Document['components']['schemas'])) {
      if (name in document.components.schemas) throw new Error(`Two schemas are named ${name}`);
      document.components.schemas[name] = schema;
    }
  }
  document.components.schemas['ErrorName'] = {
    type: 'string',
    description: 'Symbolic name of an entry of the error catalogue.',
    enum: Object.keys(document['x-error-catalogue']).filter((name) => name !== 'SUCCESS'),
  };
  document.components.examples = Object.fromEntries(
    Object.entries(document['x-error-catalogue'])
      .filter(([name]) => name !== 'SUCCESS')
      .map(([name, entry]) => [name, errorExample(name, entry)]),
  );
  for (const [path, item] of Object.entries(document.paths)) {
    const { $ref } = item as unknown as { $ref: string };
    const [file = '', key = ''] = $ref.split('#/');
    const operations = (read(file) as Record<string, Record<string, Operation>>)[key];
    if (!operations) throw new Error(`${file} lacks ${key}`);
    // YAML aliases share one object until here. Copy it, because each operation is expanded separately.
    document.paths[path] = structuredClone(operations);
    for (const operation of Object.values(document.paths[path])) expand(document, path, operation);
  }
  return relocated(document);
}

function read(file: string): unknown {
  return JSON.parse(JSON.stringify(parse(readFileSync(folder + file, 'utf8'))));
}

/** Rewrites relative references to references within one document. */
function relocated(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const target = value.replace(/^.*#\//, '').replace(/^components\//, '');
    const reference = target.includes('/') ? target : `schemas/${target}`;
    const [kind = '', name = ''] = reference.split('/');
    if (!(name in document.components[kind as keyof Document['components']]))
      throw new Error(`Nothing is named ${value}`);
    return `#/components/${reference}`;
  }) as Document;
}

const header = { success: true, errCode: '00000', errMsg: '', serverTime: '2026-03-01T08:00:00.000Z' };
const object = (properties: Record<string, unknown>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});
const schema = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string): { $ref: string } => ({ $ref: `#/components/parameters/${name}` });

function expand(document: Document, path: string, operation: Operation): void {
  const { 'x-intent': intent, 'x-mfa-scene': scene, 'x-captcha': captcha, 'x-scope': scope } = operation;
  const isSecured = operation.security === undefined || operation.security.some((scheme) => 'bearer' in scheme);
  const parameters = operation.parameters ?? [];
  operation.parameters = [
    ...parameters,
    ...(scene === undefined ? [] : [parameter('Mfa')]),
    ...(captcha === undefined ? [] : [parameter('RecaptchaToken')]),
    ...(intent === undefined ? [] : [parameter('DryRun')]),
    parameter('AcceptLanguage'),
  ];
  const named = [
    // The language parameter alone does not count, because it is never invalid.
    ...(operation.parameters.length > 1 || operation.requestBody !== undefined ? ['INVALID_REQUEST'] : []),
    ...(operation.requestBody === undefined ? [] : ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE']),
    ...(isSecured ? ['ACCESS_TOKEN_INVALID'] : []),
    ...(scope === undefined ? [] : ['SCOPE_MISSING']),
    ...(path.includes('{id}') ? ['NOT_FOUND'] : []),
    ...(intent === undefined ? [] : ['INTENT_MISSING', 'INTENT_EXPIRED', 'INTENT_MISMATCH']),
    ...(scene === undefined
      ? []
      : [
          'CODE_INCORRECT',
          'CODE_EXPIRED',
          'CODE_LOCKED',
          'CODE_PAUSED',
          'FACTOR_LOCKED',
          'CHECK_MISSING',
          'PASSKEY_REJECTED',
        ]),
    ...(scene === undefined || intent !== undefined ? [] : ['CHALLENGE_INVALID']),
    ...(captcha === undefined ? [] : ['CAPTCHA_FAILED']),
    ...(captcha === undefined || intent === undefined ? [] : ['INTENT_IN_PROGRESS']),
    ...(operation['x-errors'] ?? []),
    'TOO_MANY_REQUESTS',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ];
  operation['x-errors'] = [...new Set(named)];
  operation.description = `${operation.description.trim()}\n\n${needs(document, operation)}`;
  expandAnswer(operation);
  for (const name of operation['x-errors']) {
    const entry = document['x-error-catalogue'][name];
    if (!entry) throw new Error(`${operation.operationId} names ${name}, which the error catalogue lacks`);
    expandError(operation, name, entry);
  }
}

/** Requirements of a call as text, because reference pages do not show extensions. */
function needs({ components }: Document, operation: Operation): string {
  const { security, 'x-scope': scope, 'x-mfa-scene': scene, 'x-captcha': captcha, 'x-intent': intent } = operation;
  const { 'x-enum-varnames': scenes = [] } = components.schemas['SceneType'] ?? {};
  const list = [
    security === undefined ? 'a token' : security.length > 0 ? 'a token, or none' : undefined,
    scope &&
      `scope ${[scope]
        .flat()
        .map((each) => `\`${each}\``)
        .join(' or ')}`,
    intent && 'the intent of its review',
    scene && `codes for scene ${scene}, \`${scenes[scene - 1]}\``,
    captcha && `a captcha for \`${captcha}\``,
  ].filter(Boolean);
  return list.length > 0 ? `Needs ${list.join('; ')}.` : 'Needs no token.';
}

function expandAnswer(operation: Operation): void {
  const answer = operation.responses['200'];
  if (!answer) throw new Error(`${operation.operationId} has no answer`);
  const { 'x-result': result, 'x-page': item, 'x-file': files, 'x-example': example } = answer;
  const intent = operation['x-intent'];
  const examples = answer['x-examples'] ?? { ok: { summary: answer.description.replace(/\.$/, ''), value: example } };
  const review = answer['x-review'] ?? {
    intentId: 'int_01hqxyz0000000000000',
    expiresAt: '2026-03-01T08:05:00.000Z',
    blockers: [],
    checkGroups: [
      {
        anyOf: [
          { checkType: 1, masked: '+65 •••• 4567' },
          { checkType: 3, masked: '' },
        ],
      },
      { anyOf: [{ checkType: 2, masked: 'me***i@example.com' }] },
    ],
  };
  for (const key of Object.keys(answer)) if (key.startsWith('x-')) delete answer[key as keyof Answer];
  if (files) {
    answer.headers = {
      'Content-Disposition': {
        description: 'Attachment with a file name (RFC 6266).',
        schema: { type: 'string' },
        example: 'attachment; filename="WUSD-otc_01hqxyz.pdf"',
      },
    };
    answer.content = Object.fromEntries(
      files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
    );
    return;
  }
  const page =
    item &&
    object({
      items: { type: 'array', items: item },
      nextCursor: { anyOf: [schema('Cursor'), { type: 'null' }] },
      hasMore: { type: 'boolean' },
    });
  const done = page ?? result;
  if (!done) return;
  if (page) {
    for (const each of Object.values(examples)) each.value = { items: each.value, nextCursor: null, hasMore: false };
  }
  if (intent) examples['review'] = { summary: 'With ?dryRun=true, the review', value: review };
  answer.content = {
    'application/json': {
      schema: object({
        header: schema('EnvelopeHeader'),
        result: intent ? { anyOf: [done, schema(intent === 'money' ? 'Review' : 'ActReview')] } : done,
      }),
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, { summary, value }]) => [
          name,
          { summary, value: { header, result: value } },
        ]),
      ),
    },
  };
}

/** Adds one response for each HTTP status, with each error as an example. */
function expandError(operation: Operation, name: string, entry: CatalogueEntry): void {
  const response = (operation.responses[entry.status] ??= {
    description: '',
    content: { 'application/json': { schema: schema('ErrorEnvelope'), examples: {} } },
  });
  response.description = [response.description, `${name} (${entry.code})`].filter(Boolean).join(', ');
  const examples = response.content?.['application/json']?.examples;
  if (!examples) throw new Error(`${operation.operationId} answers ${entry.status} otherwise`);
  examples[name] = { $ref: `#/components/examples/${name}` };
}

function errorExample(name: string, { code, retryable, nextAction, details = [] }: CatalogueEntry): Example {
  const values: Record<string, unknown> = {
    availableAt: '2026-03-01T08:01:00.000Z',
    remainingTries: 4,
    bound: { currency: 'WUSD', amount: '10.00' },
    nextMoves: [{ to: 'cancelled', who: 'customer' }],
    supportReference: 'c0ffee00-0000-4000-8000-000000000000',
    reasonCode: 'too-large',
  };
  return {
    summary: name,
    value: {
      header: { success: false, errCode: code, errMsg: 'A sentence for the customer.', serverTime: header.serverTime },
      result: {
        errorName: name,
        retryable,
        nextAction,
        ...Object.fromEntries(details.map((detail) => [detail, values[detail]])),
      },
    },
  };
}
