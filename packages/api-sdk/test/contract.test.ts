import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  accountTypes,
  businessTypes,
  currencies,
  destinationStatuses,
  errors,
  eventTypes,
  identityStatuses,
  languages,
  orderStatuses,
  rails,
  risks,
  scopes,
  transactionStatuses,
} from '../src/domain/index.js';

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { $ref?: string; name?: string; in?: string; example?: unknown; description?: string }[];
  requestBody?: { content: Record<string, { example?: unknown; examples?: unknown; schema: unknown }> };
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown>; schema?: unknown }> }>;
  'x-errors': string[];
  'x-scope'?: string | string[];
  'x-mfa-scene'?: number;
  'x-captcha'?: string;
  'x-intent'?: string;
}

const { paths } = JSON.parse(readFileSync(new URL('../openapi/dist/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

type Trait = 'public' | 'secured' | 'multipart' | 'mfa' | 'captcha' | 'file' | 'stream';

/** The calls of the specification, with path parameters by position. */
const specified: [method: string, path: string, ...traits: Trait[]][] = [
  ['GET', '/config', 'public'],
  ['POST', '/user/login', 'multipart', 'public'],
  ['POST', '/auth/oauth2/token', 'multipart', 'mfa', 'public'],
  ['GET', '/user/get-auth-user', 'secured'],
  ['POST', '/user/logout', 'secured'],
  ['POST', '/user/register', 'public'],
  ['POST', '/user/to-be-activate-account-info', 'captcha', 'public'],
  ['POST', '/user/activate-account', 'captcha', 'public'],
  ['POST', '/mfa/send-sms-otp'],
  ['POST', '/user/forgot-password-precheck', 'public'],
  ['POST', '/user/forgot-password-validate', 'mfa', 'public'],
  ['POST', '/user/reset-password', 'public'],
  ['POST', '/user/test-password', 'captcha', 'secured'],
  ['POST', '/user/change-password', 'mfa', 'secured'],
  ['POST', '/user/change-mobile', 'mfa', 'secured'],
  ['POST', '/user/change-mobile/precheck', 'mfa', 'secured'],
  ['POST', '/user/change-email', 'mfa', 'secured'],
  ['POST', '/user/change-email/precheck', 'mfa', 'secured'],
  ['POST', '/otc/get-otc-rate'],
  ['POST', '/otc/submit-otc', 'mfa', 'captcha', 'secured'],
  ['GET', '/otc/receipt/{}', 'file', 'secured'],
  ['POST', '/otc/search', 'secured'],
  ['POST', '/wallet-account/search', 'secured'],
  ['GET', '/wallet-account/list', 'secured'],
  ['GET', '/wallet-account/auto-redemption/display', 'secured'],
  ['GET', '/wallet-account/auto-redemption/pre-check', 'secured'],
  ['PUT', '/wallet-account/auto-redemption/turn-on', 'mfa', 'secured'],
  ['PUT', '/wallet-account/auto-redemption/turn-off', 'secured'],
  ['POST', '/crypto-transaction/search', 'secured'],
  ['POST', '/fiat-transaction/search', 'secured'],
  ['GET', '/fiat-transaction/{}', 'secured'],
  ['GET', '/fiat-transaction/receipt/{}', 'file', 'secured'],
  ['GET', '/crypto-transaction/receipt/{}', 'file', 'secured'],
  ['POST', '/crypto-transaction/verify-deposit', 'secured'],
  ['GET', '/crypto-transaction/get-txn-fee/{}/{}', 'secured'],
  ['POST', '/crypto-transaction/withdraw', 'mfa', 'captcha', 'secured'],
  ['GET', '/fiat-transaction/get-deposit-account/{}', 'secured'],
  ['POST', '/fiat-transaction/deposit', 'secured'],
  ['GET', '/fiat-transaction/get-txn-fee', 'secured'],
  ['POST', '/fiat-transaction/withdraw', 'mfa', 'captcha', 'secured'],
  ['GET', '/fiat-transaction/get-sender-accounts', 'secured'],
  ['POST', '/bank-account/search', 'secured'],
  ['GET', '/bank-account/list', 'secured'],
  ['POST', '/bank-account', 'mfa', 'secured'],
  ['GET', '/bank-account/{}', 'secured'],
  ['PUT', '/bank-account/{}', 'mfa', 'secured'],
  ['DELETE', '/bank-account/delete/{}', 'secured'],
  ['GET', '/bank-account/get-bank-list/{}', 'secured'],
  ['PUT', '/bank-account/set-default/{}', 'secured'],
  ['GET', '/sse', 'stream', 'secured'],
];

function find(method: string, path: string): Operation | undefined {
  return operations.find(
    (candidate) => candidate.method === method && candidate.path.replaceAll(/\{\w+\}/g, '{}') === path,
  )?.operation;
}

function hasTrait(operation: Operation, trait: Trait): boolean {
  const answers = new Set(Object.keys(operation.responses['200']?.content ?? {}));
  const parameters = new Set((operation.parameters ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1)));
  switch (trait) {
    case 'public':
      return operation.security !== undefined && operation.security.every((scheme) => Object.keys(scheme).length === 0);
    case 'secured':
      return operation.security === undefined;
    case 'multipart':
      return operation.requestBody?.content['multipart/form-data'] !== undefined;
    case 'mfa':
      return parameters.has('Mfa') && operation['x-mfa-scene'] !== undefined;
    case 'captcha':
      return parameters.has('RecaptchaToken') && operation['x-captcha'] !== undefined;
    case 'file':
      return answers.has('application/pdf');
    case 'stream':
      return answers.has('text/event-stream');
  }
}

describe('the contract', () => {
  test.each(specified)('has %s %s as specified', (method, path, ...traits) => {
    const operation = find(method, path);
    expect(operation).toBeDefined();
    if (operation) expect(traits.filter((trait) => !hasTrait(operation, trait))).toEqual([]);
  });

  test('names networks, currencies, rails, statuses and types as specified', () => {
    expect(currencies.toSorted()).toEqual([
      'AUD',
      'EUR',
      'GBP',
      'HKD',
      'JPY',
      'SGD',
      'THB',
      'USD',
      'USDC',
      'USDT',
      'WUSD',
    ]);
    expect(rails).toEqual(['SWIFT', 'ACH', 'FPS', 'SEPA']);
    expect(identityStatuses).toEqual(['pending verification', 'verified', 'verification failed']);
    expect(transactionStatuses).toEqual(
      expect.arrayContaining([
        'completed',
        'processing',
        'to be processed',
        'to be confirmed',
        'rejected',
        'failed',
        'cancelled',
        'transferred manually',
      ]),
    );
    expect(orderStatuses).toEqual(expect.arrayContaining(['pending approval', 'rate expired', 'order cancelled']));
    expect(destinationStatuses).toEqual(['pending add', 'pending delete', 'active', 'inactive', 'disabled']);
    expect(risks).toEqual(['high', 'low']);
    expect(businessTypes).toEqual([
      'sole proprietorship',
      'partnership',
      'financial institution',
      'exempt financial institution',
    ]);
    expect(accountTypes).toEqual(['individual', 'corporate']);
    expect(languages).toEqual(['en_US', 'zh_CN', 'th_TH']);
    expect(eventTypes).toEqual([
      'logout',
      '406',
      'wallet_user_updated',
      'wallet_account_updated',
      'notifications_updated',
      'ping',
    ]);
  });

  test('describes each operation and has an example', () => {
    for (const { path, method, operation } of operations) {
      const name = `${method} ${path}`;
      expect(operation.summary, name).toMatch(/\S/);
      expect(operation.description, name).toMatch(/\S/);
      for (const { $ref, example, description } of operation.parameters ?? []) {
        if ($ref === undefined) expect([example, description].includes(undefined), name).toBe(false);
      }
      for (const { example, examples } of Object.values(operation.requestBody?.content ?? {}))
        expect(example ?? examples, name).toBeDefined();
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const json = content['application/json'];
        if (json && operation.operationId !== 'getOpenapi')
          expect(Object.keys(json.examples ?? {}), `${name} ${status}`).not.toEqual([]);
      }
    }
  });

  test('has unique operation names, and uses only defined scopes, scenes and errors', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { operation } of operations) {
      const { 'x-scope': scope, 'x-mfa-scene': scene } = operation;
      expect([scope ?? []].flat().filter((each) => !(scopes as readonly string[]).includes(each))).toEqual([]);
      if (scene !== undefined) expect(scene).toBeLessThanOrEqual(18);
      expect(operation['x-errors'].filter((error) => !(error in errors))).toEqual([]);
    }
  });

  test('has a dry run for every operation that needs an intent', () => {
    const withIntent = operations.filter(({ operation }) => operation['x-intent'] !== undefined);
    expect(withIntent.length).toBeGreaterThan(0);
    for (const { path, operation } of withIntent) {
      const parameters = (operation.parameters ?? []).map(({ $ref = '' }) => $ref.split('/').at(-1));
      expect(parameters, path).toContain('DryRun');
      expect(operation['x-errors'], path).toEqual(
        expect.arrayContaining(['INTENT_MISSING', 'INTENT_EXPIRED', 'INTENT_MISMATCH']),
      );
    }
  });
});
