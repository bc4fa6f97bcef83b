import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type CallContext, createWalletClient } from '../src/index.js';
import { good } from './fake-server.js';

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  'x-safe'?: boolean;
  'x-intent'?: string;
  'x-mfa-scene'?: number;
}
const { paths } = JSON.parse(readFileSync(new URL('../openapi/dist/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** Operations for sign-in, streams and self-description are outside this package. */
const elsewhere = new Set([
  'login',
  'createPasskeySignInOptions',
  'createToken',
  'logout',
  'openEventStream',
  'getOpenapi',
]);
const contract = new Map<string, Operation>(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !elsewhere.has(operationId))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
);

interface Seen extends CallContext {
  isDryRun: boolean;
  sceneType: number | undefined;
}
const seen: Seen[] = [];

beforeAll(async () => {
  const api = createWalletClient({
    baseUrl: 'https://wallet.example',
    middleware: [
      async ({ url, headers }, _, context) => {
        const proof = headers.get('x-mfa');
        const { sceneType } = (proof ? JSON.parse(atob(proof)) : {}) as { sceneType?: number };
        seen.push({ ...context, isDryRun: url.includes('dryRun=true'), sceneType });
        return good({ items: [] });
      },
    ],
  });
  const challenge = { challengeId: 'x' };
  const lookedInto: Record<string, object> = {
    sendSmsOtp: challenge,
    sendEmailOtp: challenge,
    checkOptions: challenge,
    uploadDocument: { file: new File(['x'], 'x.pdf') },
  };
  for (const resource of Object.values(api)) {
    for (const method of Object.values(resource) as ((...values: unknown[]) => PromiseLike<unknown>)[]) {
      // A word works as an argument of any method, unless the method reads properties of its argument.
      const given = lookedInto[method.name] ?? 'x';
      await Promise.resolve(method(given, 'x', 'x')).catch(() => {});
    }
  }
  await api.security.freeze();
  await api.mfa.sendSmsOtp({ intentId: 'x' });
});

test('every operation of the contract has a method, and every method is an operation', () => {
  const called = new Set<string>(seen.map(({ operation }) => operation));
  expect([...contract.keys()].filter((operation) => !called.has(operation))).toEqual([]);
  expect([...called].filter((operation) => !contract.has(operation))).toEqual([]);
});

test('calls carry a token if the contract secures them, and no token otherwise', () => {
  const wrong = seen.filter(({ operation, isPublic }) => {
    const { security } = contract.get(operation) ?? {};
    const isOptional = security?.length === 2;
    return !isOptional && isPublic !== (security !== undefined);
  });
  expect(wrong).toEqual([]);
});

test('repeats only GET, dry runs, and operations that the contract declares safe', () => {
  const wrong = seen.filter(({ operation, isRepeatable, isDryRun }) => {
    const isSafe = operation.startsWith('GET ') || contract.get(operation)?.['x-safe'] === true || isDryRun;
    return isRepeatable !== isSafe;
  });
  expect(wrong).toEqual([]);
});

test('every action has a review, and its codes belong to its scene', () => {
  for (const [operation, { 'x-intent': intent, 'x-mfa-scene': scene }] of contract) {
    const calls = seen.filter((call) => call.operation === operation);
    if (intent)
      expect(
        calls.some(({ isDryRun }) => isDryRun),
        operation,
      ).toBe(true);
    expect(
      new Set(calls.map(({ sceneType }) => sceneType).filter((sceneType) => sceneType !== undefined)),
      operation,
    ).toEqual(new Set(scene === undefined ? [] : [scene]));
  }
});
