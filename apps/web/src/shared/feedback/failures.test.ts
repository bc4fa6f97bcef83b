import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { beforeEach, expect, test } from 'vitest';
import { reportFailure, setFailureMessages } from './failures.ts';
import { dismissToast, toasts } from './toasts.ts';

const lost = new ConnectionError('listWalletAccounts', undefined, new Error('fetch failed'));
const texts = (): string[] => toasts.get().map(({ text }) => text);
const refusal = new ApiError('POST /otc/submit-otc', 422, '50001', 'Your balance is too small', {});
const broken = new ApiError('GET /user/profile', 500, '99999', 'Something went wrong', {});

beforeEach(() => toasts.get().forEach(({ id }) => dismissToast(id)));
setFailureMessages({ timeout: 'Request timeout', failed: 'Request failed' });

test('a call without a response shows the page’s message, and a rejection shows the server’s', () => {
  reportFailure(new TimeoutError('listWalletAccounts', 'No answer in time'));
  expect(texts()).toEqual(['Request timeout']);
  reportFailure(refusal);
  expect(texts()).toEqual(['Your balance is too small']);
});

test('several failures show one toast, and a server message is not replaced by a generic one', () => {
  reportFailure(lost);
  reportFailure(new TimeoutError('listWalletAccounts', 'No answer in time'));
  expect(texts()).toEqual(['Request timeout']);
  reportFailure(refusal);
  reportFailure(lost);
  reportFailure(new TimeoutError('listWalletAccounts', 'No answer in time'));
  expect(texts()).toEqual(['Your balance is too small']);
  reportFailure(broken);
  expect(texts()).toEqual(['Something went wrong']);
});

test('cancelled calls and calls of an ended session show no toast', () => {
  reportFailure(new DOMException('left', 'AbortError'));
  reportFailure(
    new ApiError('GET /user/profile', 401, '00006', 'Signed out', { errorName: 'SESSION_REVOKED' } as never),
  );
  expect(texts()).toEqual([]);
});
