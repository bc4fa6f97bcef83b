import { createRequire } from 'node:module';
import { errorCodes, type ErrorName } from '@wusd/api-sdk/domain';
import { expect, test } from '@playwright/test';
import { allSeen, operations } from './seen.ts';

const messages = createRequire(import.meta.url)('@wusd/i18n/catalogues/en_US.json') as Record<string, unknown>;

/** Errors that the web app never causes. Tests of the server cover them. */
const notByThePage = new Set<ErrorName>([
  'INVALID_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'CHECK_MISSING',
  'SCOPE_MISSING',
  'ACCESS_TOKEN_INVALID',
  // The app sends exactly the reviewed values.
  'INTENT_MISSING',
  'INTENT_MISMATCH',
  // The app sends an intent once, and its client repeats the call until there is a result.
  'INTENT_IN_PROGRESS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]);

/** Errors with one mechanism for all scenes and one page. One operation covers all. */
const likeEveryScene = new Set<string>([
  'CODE_PAUSED',
  'CODE_INCORRECT',
  'CODE_LOCKED',
  'CODE_EXPIRED',
  'PASSKEY_REJECTED',
]);
/** Errors that take longer than a journey. */
const afterHours = new Set<string>(['FACTOR_LOCKED']);

/** Messages and errors of one domain. */
export interface Domain {
  name: string;
  /** Prefixes of its message ids. */
  messages: readonly string[];
  operations: readonly string[];
  /** `operation ERROR` that no journey can trigger, with the reason. Remove an entry once a journey triggers it. */
  unmet: Record<string, string>;
  /** Messages that journeys never show, or only by chance, with the reason. */
  unshown?: Record<string, string>;
  /** Operations with a separate rate limit. */
  limited: readonly string[];
}

/** Requires that a journey covers every message and error of a domain, except those with a reason. */
export function expectCovered(domain: Domain): void {
  const { name, messages: prefixes, operations: names, unmet, unshown = {}, limited } = domain;
  test(`a journey shows every message of ${name}`, () => {
    const seen = allSeen();
    const all = Object.keys(messages).filter((id) => prefixes.includes(id.split('.')[0] ?? ''));
    expect(all.length).toBeGreaterThan(prefixes.length);
    expect.soft(all.filter((id) => !seen.messages.has(id) && !(id in unshown))).toEqual([]);
    // Slow machines and repeated journeys show some of these, so this is not a failure.
    const shown = Object.keys(unshown).filter((id) => seen.messages.has(id));
    if (shown.length > 0) test.info().annotations.push({ type: 'shown all the same', description: shown.join(', ') });
    // Exceptions for messages that no longer exist.
    expect.soft(Object.keys(unshown).filter((id) => !all.includes(id))).toEqual([]);
  });

  test(`a journey triggers every error of ${name}`, () => {
    const { answers } = allSeen();
    const expected = operations
      .filter(({ operationId }) => names.includes(operationId))
      .flatMap(({ operationId, 'x-errors': errors }) =>
        ['SUCCESS', ...errors].map((error) => ({ error, pair: `${operationId} ${error}` })),
      )
      .filter(({ error }) => !notByThePage.has(error as ErrorName) && !afterHours.has(error))
      .filter(({ pair, error }) => !likeEveryScene.has(error) || pair === `createToken ${error}`)
      .filter(({ pair, error }) => error !== 'TOO_MANY_REQUESTS' || limited.some((each) => pair === `${each} ${error}`))
      .map(({ pair }) => pair);
    expect(expected.length).toBeGreaterThan(names.length);
    const met = new Set(
      [...answers].map((answer) => {
        const [operationId, code] = answer.split(' ');
        const error = Object.entries(errorCodes).find(([, each]) => each === code)?.[0];
        return `${operationId} ${error}`;
      }),
    );
    expect.soft(expected.filter((pair) => !met.has(pair) && !(pair in unmet))).toEqual([]);
    expect.soft(Object.keys(unmet).filter((pair) => met.has(pair))).toEqual([]);
  });
}

/** Requires that each message and each operation of the web app belongs to one domain. */
export function expectEverythingIsOfADomain(domains: readonly Domain[]): void {
  test('every message and every operation of the web app belongs to one domain', () => {
    const prefixes = new Set(Object.keys(messages).map((id) => id.split('.')[0] ?? ''));
    const covered = domains.flatMap((domain) => domain.messages);
    expect(covered.toSorted()).toEqual([...prefixes].toSorted());
    const called = new Set(domains.flatMap((domain) => domain.operations));
    const { answers } = allSeen();
    const met = new Set([...answers].map((answer) => answer.split(' ')[0] ?? ''));
    expect([...met].filter((operation) => !called.has(operation))).toEqual([]);
  });
}
