// Generates the parts of the contract that the SDK, the server and the web app use.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Document, readContract, type ScopeTree } from './contract.ts';

// openapi-typescript uses TypeScript's JavaScript API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript'
      ? next('typescript-5', { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');

const path = (relative: string): string => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const document = readContract();

requireFacts(document, 'Currency', 'x-kind', 'x-decimals');
requireFacts(document, 'NetworkId', 'x-names');

await mkdir(path('openapi/dist'), { recursive: true });
await mkdir(path('src/generated'), { recursive: true });
await write('openapi/dist/openapi.json', JSON.stringify(document));
await write('src/generated/schema.ts', await schemas(document));
await write('src/generated/domain.ts', domain(document));
await write('src/generated/operations.ts', operations(document));

const released = JSON.parse(await readFile(path('openapi/released/openapi.json'), 'utf8')) as Document;
await mkdir(path('test/generated'), { recursive: true });
await write('test/generated/released.ts', await schemas(released));

async function schemas(contract: Document): Promise<string> {
  return astToString(await openapiTS(structuredClone(contract) as never, { alphabetize: false, exportType: false }));
}

function domain({ components, ...contract }: Document): string {
  const catalogue = contract['x-error-catalogue'];
  const tree = contract['x-scope-tree'];
  const named = (name: string): string => {
    const { enum: values = [], 'x-enum-varnames': names = values.map(String) } = components.schemas[name] ?? {};
    return JSON.stringify(Object.fromEntries(values.map((value, index) => [names[index], value])), null, 2);
  };
  const list = (name: string): string => JSON.stringify(components.schemas[name]?.enum);
  const scopes = (node: ScopeTree, prefix = ''): string[] =>
    Object.entries(node).flatMap(([name, children]) => [prefix + name, ...scopes(children, `${prefix}${name}.`)]);
  const per = (value: (entry: (typeof catalogue)[string]) => unknown): string =>
    JSON.stringify(Object.fromEntries(Object.entries(catalogue).map(([name, entry]) => [name, value(entry)])), null, 2);
  return `// Printed from the contract by scripts/generate.ts.
export const Network = ${named('NetworkId')} as const;
export const networkNames = ${JSON.stringify(components.schemas['NetworkId']?.['x-names'])} as const;
export const CheckType = ${named('CheckType')} as const;
export const SceneType = ${named('SceneType')} as const;
export const currencies = ${list('Currency')} as const;
export const currencyKinds = ${JSON.stringify(components.schemas['Currency']?.['x-kind'])} as const;
export const decimals = ${JSON.stringify(components.schemas['Currency']?.['x-decimals'])} as const;
export const identityStatuses = ${list('IdentityStatus')} as const;
export const transactionStatuses = ${list('TransactionStatus')} as const;
export const eventTypes = ${list('EventType')} as const;
export const orderStatuses = ${list('OrderStatus')} as const;
export const destinationStatuses = ${list('DestinationStatus')} as const;
export const risks = ${list('Risk')} as const;
export const rails = ${list('Rail')} as const;
export const partners = ${list('PartnerId')} as const;
export const businessTypes = ${list('BusinessType')} as const;
export const accountTypes = ${list('AccountType')} as const;
export const userStatuses = ${list('UserStatus')} as const;
export const idTypes = ${list('IdType')} as const;
export const genders = ${list('Gender')} as const;
export const languages = ${list('Language')} as const;
export const notificationKinds = ${list('NotificationKind')} as const;
export const notificationChannels = ${list('NotificationChannel')} as const;
/** How many passkeys a customer can have. */
export const maxPasskeys = ${JSON.stringify(components.schemas['Passkeys']?.maxItems)};
export const nextActions = ${list('NextAction')} as const;
export const scopeTree = ${JSON.stringify(tree)} as const;
export const scopes = ${JSON.stringify(scopes(tree))} as const;
/** Code of each entry of the error catalogue. */
export const errorCodes = ${per(({ code }) => code)} as const;
/** The whole catalogue. */
export const errors = ${per(({ code, status, messageId, retryable, nextAction }) => ({ code, status, messageId, retryable, nextAction }))} as const;
/** Properties of an error's details that always come with it. */
export const errorDetails = ${per(({ details = [] }) => details)} as const;
`;
}

/** Throws if an enum has a value that one of its tables lacks, because the generated types would disagree. */
function requireFacts(
  { components }: Document,
  name: string,
  ...tables: ('x-kind' | 'x-decimals' | 'x-names')[]
): void {
  const { enum: values = [], ...schema } = components.schemas[name] ?? {};
  const { 'x-enum-varnames': names = values } = schema;
  if (names.length !== values.length)
    throw new Error(`${name}: enum has ${values.length} values, x-enum-varnames has ${names.length}`);
  for (const table of tables) {
    const missing = values.filter((value) => !Object.hasOwn(schema[table] ?? {}, value));
    if (missing.length > 0) throw new Error(`${name}: ${table} lacks ${missing.join(', ')}`);
  }
}

/** Errors by operation, so that the compiler knows the errors of each call. */
function operations({ paths }: Document): string {
  const entries = Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) =>
        `  '${method.toUpperCase()} ${url}': ${operation['x-errors'].map((name) => `'${name}'`).join(' | ')};`,
    ),
  );
  return `// Printed from the contract by scripts/generate.ts.
/** Every operation, with the errors that it names. */
export interface OperationErrors {
${entries.join('\n')}
}
`;
}

/** Does not rewrite an unchanged file, so that dependent tasks are not run again. */
async function write(relative: string, text: string): Promise<void> {
  const before = await readFile(path(relative), 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(path(relative), text);
}
