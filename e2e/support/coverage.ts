import { createRequire } from 'node:module';
import { errorCodes, type ErrorName } from '@wusd/api-sdk/domain';
import { expect, test } from '@playwright/test';
import { allSeen, operations } from './seen.ts';

const messages = createRequire(import.meta.url)('@wusd/i18n/catalogues/en_US.json') as Record<string, unknown>;

/** Answers that the web app gives the server no cause for; tests of the server do. */
const notByThePage = new Set<ErrorName>([
  'INVALID_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'CHECK_MISSING',
  'SCOPE_MISSING',
  'ACCESS_TOKEN_INVALID',
  // It sends what was reviewed.
  'INTENT_MISSING',
  'INTENT_MISMATCH',
  // It sends an intent once, and its client repeats the call until the answer is there.
  'INTENT_IN_PROGRESS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]);

/** Answers that one mechanism gives for every scene, and one page shows: an operation that is met stands for all. */
const likeEveryScene = new Set<string>([
  'CODE_PAUSED',
  'CODE_INCORRECT',
  'CODE_LOCKED',
  'CODE_EXPIRED',
  'PASSKEY_REJECTED',
]);
/** Answers that take longer than a journey. */
const afterHours = new Set<string>(['FACTOR_LOCKED']);

/** What one domain says and answers. */
export interface Domain {
  name: string;
  /** First words of its messages' ids. */
  messages: readonly string[];
  operations: readonly string[];
  /** `operation ERROR` that no journey can meet, each with its reason; one that is met all the same has lost it. */
  unmet: Record<string, string>;
  /** Messages that journeys are not shown, or only by chance, each with its reason. */
  unshown?: Record<string, string>;
  /** Operations that have a limit of their own. */
  limited: readonly string[];
}

/** Every message and every answer of a domain is met by a journey, or named with the reason why it can't be. */
export function expectCovered(domain: Domain): void {
  const { name, messages: prefixes, operations: names, unmet, unshown = {}, limited } = domain;
  test(`every message of ${name} was shown by a journey`, () => {
    const seen = allSeen();
    const all = Object.keys(messages).filter((id) => prefixes.includes(id.split('.')[0] ?? ''));
    expect(all.length).toBeGreaterThan(prefixes.length);
    expect.soft(all.filter((id) => !seen.messages.has(id) && !(id in unshown))).toEqual([]);
    // Some are shown where a machine is slow or a journey is repeated, so that this is no failure.
    const shown = Object.keys(unshown).filter((id) => seen.messages.has(id));
    if (shown.length > 0) test.info().annotations.push({ type: 'shown all the same', description: shown.join(', ') });
    // An exception for a message that there is not any more.
    expect.soft(Object.keys(unshown).filter((id) => !all.includes(id))).toEqual([]);
  });

  test(`every answer of ${name} was met by a journey`, () => {
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

/** Nothing is left out by being of no domain: each message of the web app's own, and each operation that it calls, is of one. */
export function expectEverythingIsOfADomain(domains: readonly Domain[]): void {
  test('every message and every operation of the page is of one domain', () => {
    const prefixes = new Set(Object.keys(messages).map((id) => id.split('.')[0] ?? ''));
    const covered = domains.flatMap((domain) => domain.messages);
    expect(covered.toSorted()).toEqual([...prefixes].toSorted());
    const called = new Set(domains.flatMap((domain) => domain.operations));
    const { answers } = allSeen();
    const met = new Set([...answers].map((answer) => answer.split(' ')[0] ?? ''));
    expect([...met].filter((operation) => !called.has(operation))).toEqual([]);
  });
}
