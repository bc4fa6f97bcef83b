import { personName } from '@wusd/api-sdk/domain';
import type { MessageId } from '@wusd/i18n';
import * as v from 'valibot';

/** Messages by kind of error, so that all forms use the same wording. Each has the placeholder `{field}`, the label. */
export const problems = {
  required: 'field.required' satisfies MessageId,
  tooShort: 'field.tooShort' satisfies MessageId,
  tooLong: 'field.tooLong' satisfies MessageId,
  notAccepted: 'field.notAccepted' satisfies MessageId,
} as const;

/** Optional text. */
export const optionalText = (maxLength: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(maxLength, problems.tooLong));

/** Required text within the bounds of the contract. */
export const text = (maxLength: number, minLength = 1) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(problems.required),
    v.minLength(minLength, problems.tooShort),
    v.maxLength(maxLength, problems.tooLong),
  );

/** A person's name, in any script. */
export const name = v.pipe(text(140), v.regex(personName, 'field.name' satisfies MessageId));

/** An existing secret. It is not trimmed, and has no rules because it may be older than the current ones. */
export const secret = v.pipe(v.string(), v.nonEmpty(problems.required));

/** One of a few values; empty while nothing is chosen. */
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  v.pipe(v.string(), v.picklist(values, problems.required));

/** ISO 3166-1 alpha-2, chosen from a list. */
export const country = v.pipe(v.string(), v.nonEmpty(problems.required), v.regex(/^[A-Z]{2}$/));

/** Catches typing errors; the server decides whether an address is valid. */
export const emailFormat = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(problems.required),
  v.regex(emailFormat, 'field.emailInvalid' satisfies MessageId),
  v.maxLength(100, problems.tooLong),
);
