import { isAmount } from '@wusd/api-sdk/money';
import * as v from 'valibot';
import { cryptoCurrencies } from '@wusd/server-kit/registry/currencies';

// Settings fields that several networks share, with their error messages. No message quotes a value, because the URL of
// a node may contain a token.

/** A non-negative decimal in quotes. */
export const decimal = v.pipe(
  v.string(),
  v.check((text) => /^\d/.test(text) && isAmount(text, 18), 'must be a decimal'),
);

export const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer('must be whole'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

export const isDistinct = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

/** One to four nodes. @param urlOf returns the URL that must be unique */
export const nodesOf = <Schema extends v.GenericSchema>(node: Schema, urlOf: (node: v.InferOutput<Schema>) => string) =>
  v.pipe(
    v.array(node),
    v.minLength(1, 'must have an entry'),
    v.maxLength(4, 'must have at most 4 entries'),
    v.check((nodes) => isDistinct(nodes.map(urlOf)), 'must not repeat an entry'),
  );

/** Tokens by currency. At least one is required. */
export const tokensOf = <Schema extends v.GenericSchema>(token: Schema) =>
  v.pipe(
    v.record(v.picklist(cryptoCurrencies, 'must be a currency with tokens'), token),
    v.minEntries(1, 'must have an entry'),
  );

/** @throws Error that names each invalid field */
export function checkFields<Schema extends v.GenericSchema>(schema: Schema, content: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, content);
  if (result.success) return result.output;
  throw new Error(result.issues.map(describe).join('; '));
}

/** The library's own messages begin with "Invalid" and quote the value. */
function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? 'the root';
  if (!issue.message.startsWith('Invalid')) return `${path} ${issue.message}`;
  return issue.expected === 'never' ? `${path} is unknown` : `${path} must be of type ${issue.expected ?? issue.type}`;
}
